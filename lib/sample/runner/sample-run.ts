import type { RunBody } from '@/lib/contracts/run-input'
import { moveTrace, type Trace, toIso } from './trace'

/** A piece of work of the sample: performed once, or again while the desk says to iterate. */
export type SampleRun = {
  attemptsMax: number
  /** Really runs the chain. `attempt` counts from 1; a later one builds on what the earlier ones left. */
  perform: (attempt: number) => Promise<RunBody>
}

/** What a chain promises of its output, and what it is held to. */
export type Promised = Required<Pick<RunBody, 'contract' | 'criteria'>>

type Told = Omit<RunBody, 'nodes' | 'tokens' | 'costUsd' | 'startedAt' | 'endedAt' | 'durationMs' | 'status' | 'error'>

/** The run as it is sent: what the chain says of it, and what was measured, moved to where it stands in the calendar. */
export function toRunBody(told: Told, trace: Trace, startsAt: Date): RunBody {
  const { nodes, tokens, costUsd, startedAtMs, endedAtMs, error } = moveTrace(trace, startsAt)
  const isFailed = told.output === undefined
  return {
    ...told,
    status: isFailed ? 'failed' : 'completed',
    ...(isFailed && error && { error }),
    nodes,
    tokens,
    costUsd,
    startedAt: toIso(startedAtMs),
    endedAt: toIso(endedAtMs),
    durationMs: endedAtMs - startedAtMs,
    metadata: { sample: true, ...told.metadata },
  }
}
