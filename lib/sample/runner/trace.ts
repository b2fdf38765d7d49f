import type { RunBody } from '@/lib/contracts/run-input'
import { countTokens, type Provider } from './provider'

export type NodeBody = NonNullable<RunBody['nodes']>[number]
type ToolCallBody = Exclude<NodeBody['toolCalls'], number | undefined>[number]
type ErrorBody = Exclude<RunBody['error'], string | null | undefined>

/** What a chain actually did: times in milliseconds since 1970, tokens and cost of all its steps. */
export type Trace = {
  nodes: NodeBody[]
  tokens: { input: number; output: number }
  costUsd: number
  startedAtMs: number
  endedAtMs: number
  /** The error of the first step that failed; null if none did. */
  error: ErrorBody | null
}

/** Returns milliseconds since 1970, with the fraction that short steps need. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Converts a thrown value to the error of a run: its message and its codes. */
export function toErrorBody(thrown: unknown): ErrorBody {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  return {
    message: thrown.message,
    type: thrown.name,
    ...('code' in thrown && typeof thrown.code === 'string' && { code: thrown.code }),
    ...('httpStatus' in thrown && typeof thrown.httpStatus === 'number' && { httpStatus: thrown.httpStatus }),
  }
}

/** Moves a trace to begin at `startsAt`: all times shift by the same amount, so durations stay as measured. */
export function moveTrace(trace: Trace, startsAt: Date): Trace {
  const byMs = startsAt.getTime() - Math.floor(trace.startedAtMs)
  const moved = (iso: string | undefined) => iso && toIso(Date.parse(iso) + byMs)
  return {
    ...trace,
    startedAtMs: trace.startedAtMs + byMs,
    endedAtMs: trace.endedAtMs + byMs,
    nodes: trace.nodes.map((node) =>
      node.startedAt === undefined ? node : { ...node, startedAt: moved(node.startedAt), endedAt: moved(node.endedAt) },
    ),
  }
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

/** The tools of a step. Every call is recorded, answers and errors included. */
export class StepTools {
  readonly calls: ToolCallBody[] = []
  readonly tokens = { input: 0, output: 0 }
  costUsd = 0
  private readonly provider: Provider
  private readonly at: Date

  constructor(provider: Provider, at: Date) {
    this.provider = provider
    this.at = at
  }

  /** Calls a tool by name with its arguments. */
  async call<A extends object, T>(name: string, args: A, tool: (args: A) => T | Promise<T>): Promise<T> {
    const call: ToolCallBody = { name, arguments: args }
    this.calls.push(call)
    try {
      const result = await tool(args)
      call.result = result
      return result
    } catch (error) {
      call.error = toErrorBody(error)
      throw error
    }
  }

  /** Has the provider answer a prompt with the text of `respond`, within `timeoutMs` if given. */
  async ask(prompt: string, respond: () => string, timeoutMs?: number): Promise<string> {
    this.provider.admit(this.at)
    const inputTokens = this.#count('input', prompt)
    const answer = respond()
    await this.provider.work(inputTokens + countTokens(answer), timeoutMs)
    this.#count('output', answer)
    return answer
  }

  #count(side: 'input' | 'output', text: string): number {
    const tokens = countTokens(text)
    this.tokens[side] += tokens
    this.costUsd += this.provider.charge(tokens)
    return tokens
  }
}
