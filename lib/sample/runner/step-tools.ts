import type { Provider } from './provider'
import { type ToolCallBody, toErrorBody } from './trace'

/** What a step works with. Every call is recorded as it went, answers and errors included. */
export class StepTools {
  readonly calls: ToolCallBody[] = []
  readonly tokens = { input: 0, output: 0 }
  costUsd = 0

  constructor(
    private readonly provider: Provider,
    private readonly at: Date,
  ) {}

  /** Calls a tool under a name, with the arguments it gets. */
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

  /** Has the provider answer a prompt, within `timeoutMs` when given. */
  async ask(prompt: string, respond: () => string, timeoutMs?: number): Promise<string> {
    const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
    const { answer, tokens, costUsd } = await this.provider.complete(prompt, respond, this.at, signal)
    this.tokens.input += tokens.input
    this.tokens.output += tokens.output
    this.costUsd += costUsd
    return answer
  }
}
