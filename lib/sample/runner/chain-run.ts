import type { RunBody } from '@/lib/contracts/run-input'
import type { Provider } from './provider'
import { moveTrace, type NodeBody, nowMs, StepTools, type Trace, toErrorBody, toIso } from './trace'

type Outcome<T> = { worked: true; value: T } | { worked: false }

/** A started step. Others may depend on it before it has ended. */
type Step<T> = { readonly id: string; readonly settled: Promise<Outcome<T>> }

type Steps = Readonly<Record<string, Step<unknown>>>
type ValuesOf<D extends Steps> = { [K in keyof D]: D[K] extends Step<infer T> ? T : never }
type Kind = 'tool' | 'model' | 'check'

/**
 * One run of a chain: a graph of steps, each started as soon as its dependencies have ended. Steps after a failed one are skipped. Times,
 * errors, tokens and tool calls are those of the actual execution.
 */
export class ChainRun {
  readonly #nodes = new Map<string, NodeBody>()
  readonly #steps: Promise<unknown>[] = []
  readonly #startedAtMs = nowMs()
  #costUsd = 0
  private readonly provider: Provider
  private readonly at: Date

  /**
   * @param at when the run takes place in the sample's calendar
   */
  constructor(provider: Provider, at: Date) {
    this.provider = provider
    this.at = at
  }

  step<T, D extends Steps>(
    id: string,
    kind: Kind,
    dependencies: D,
    work: (values: ValuesOf<D>, tools: StepTools) => T | Promise<T>,
  ): Step<T> {
    const node: NodeBody = { id, type: kind, dependencies: Object.values(dependencies).map((step) => step.id) }
    this.#nodes.set(id, node)
    const settled = this.#perform(node, dependencies, work)
    this.#steps.push(settled)
    return { id, settled }
  }

  /** Waits for every step. `values` are those of the given steps, or null if one of them failed. */
  async finish<D extends Steps>(parts: D): Promise<{ values: ValuesOf<D> | null; trace: Trace }> {
    await Promise.all(this.#steps)
    const nodes = [...this.#nodes.values()]
    const sum = (side: 'input' | 'output') => nodes.reduce((total, node) => total + (node.tokens?.[side] ?? 0), 0)
    const failed = nodes.find((node) => node.status === 'failed')
    const trace = {
      nodes,
      tokens: { input: sum('input'), output: sum('output') },
      costUsd: this.#costUsd,
      startedAtMs: this.#startedAtMs,
      endedAtMs: nowMs(),
      error: failed && typeof failed.error === 'object' ? failed.error : null,
    }
    return { values: await readValues(parts), trace }
  }

  async #perform<T, D extends Steps>(
    node: NodeBody,
    dependencies: D,
    work: (values: ValuesOf<D>, tools: StepTools) => T | Promise<T>,
  ): Promise<Outcome<T>> {
    const values = await readValues(dependencies)
    if (values === null) {
      node.status = 'skipped'
      return { worked: false }
    }
    const tools = new StepTools(this.provider, this.at)
    const startedAtMs = nowMs()
    try {
      const value = await work(values, tools)
      Object.assign(node, { status: 'completed', output: value })
      return { worked: true, value }
    } catch (error) {
      Object.assign(node, { status: 'failed', error: toErrorBody(error) })
      return { worked: false }
    } finally {
      const endedAtMs = nowMs()
      this.#costUsd += tools.costUsd
      Object.assign(node, {
        ...(tools.calls.length > 0 && { toolCalls: tools.calls }),
        ...(tools.tokens.input > 0 && { tokens: tools.tokens }),
        startedAt: toIso(startedAtMs),
        endedAt: toIso(endedAtMs),
        durationMs: endedAtMs - startedAtMs,
      })
    }
  }
}

/** Wraps a step for a dependent that runs without it: its value is undefined if it failed. */
export function tolerate<T>(step: Step<T>): Step<T | undefined> {
  const settled = step.settled.then((outcome) => ({
    worked: true as const,
    value: outcome.worked ? outcome.value : undefined,
  }))
  return { id: step.id, settled }
}

async function readValues<D extends Steps>(steps: D): Promise<ValuesOf<D> | null> {
  const entries: [string, unknown][] = []
  for (const [name, step] of Object.entries(steps)) {
    const outcome = await step.settled
    if (!outcome.worked) return null
    entries.push([name, outcome.value])
  }
  return Object.fromEntries(entries) as ValuesOf<D>
}

/** A task of the sample: performed once, or again while the iteration advice is to continue. */
export type SampleRun = {
  attemptsMax: number
  /** Runs the chain. `attempt` counts from 1; a later one builds on the earlier ones. */
  perform: (attempt: number) => Promise<RunBody>
}

export type Promised = Required<Pick<RunBody, 'contract' | 'criteria'>>

type ReportedRun = Omit<
  RunBody,
  'nodes' | 'tokens' | 'costUsd' | 'startedAt' | 'endedAt' | 'durationMs' | 'status' | 'error'
>

/** Returns the run as it is sent: the chain's output and the measured trace, moved to its time in the sample's calendar. */
export function toRunBody(reported: ReportedRun, trace: Trace, startsAt: Date): RunBody {
  const { nodes, tokens, costUsd, startedAtMs, endedAtMs, error } = moveTrace(trace, startsAt)
  const isFailed = reported.output === undefined
  return {
    ...reported,
    status: isFailed ? 'failed' : 'completed',
    ...(isFailed && error && { error }),
    nodes,
    tokens,
    costUsd,
    startedAt: toIso(startedAtMs),
    endedAt: toIso(endedAtMs),
    durationMs: endedAtMs - startedAtMs,
    metadata: { sample: true, ...reported.metadata },
  }
}
