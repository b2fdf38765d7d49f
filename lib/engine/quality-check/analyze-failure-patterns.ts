import { EngineInputError } from '@/lib/engine/input-error'
import { type FailurePattern, findPatterns } from '@/lib/engine/quality-check/failure-pattern-kinds'
import { type FailureRecord, type PastExecution, toFailureRecord } from '@/lib/engine/quality-check/failure-record'
import { readGraph } from '@/lib/engine/quality-check/graph'
import type { Interval } from '@/lib/engine/stats/interval'
import { mean } from '@/lib/engine/stats/mean'
import { wilsonInterval } from '@/lib/engine/stats/wilson-interval'

const COMMON_FAILURES_MAX = 10
const DAY_MS = 86_400_000

export interface PatternInput {
  execution_history: PastExecution[]
  intent_graph?: unknown
  /** ISO 8601, both ends included; a date as end takes in its whole day */
  time_range?: { start?: string; end?: string }
}

export interface CommonFailure {
  node_id: string
  count: number
  /** Share of the executions in which the node failed, with its 95 % Wilson interval. */
  rate: number
  interval: Interval
  last_error: string | null
}

export interface PatternReport {
  patterns: FailurePattern[]
  most_common_failures: CommonFailure[]
  /** null for an empty history */
  success_rate: number | null
  /** Mean of the scores there are; null without any. */
  average_quality_score: number | null
  improvement_suggestions: string[]
  executions_considered: number
  /** Executions left out of a time range because they carry no time. */
  executions_undated: number
}

function readTime(text: string, path: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new EngineInputError([{ path, message: 'must be an ISO 8601 time' }])
  return time
}

/** A date stands for its whole day: the milliseconds after its first one. */
function restOfDay(text: string): number {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? DAY_MS - 1 : 0
}

function selectRange(history: readonly FailureRecord[], { start, end }: NonNullable<PatternInput['time_range']>) {
  const from = start === undefined ? Number.NEGATIVE_INFINITY : readTime(start, 'time_range.start')
  const to = end === undefined ? Number.POSITIVE_INFINITY : readTime(end, 'time_range.end') + restOfDay(end)
  if (from > to) throw new EngineInputError([{ path: 'time_range', message: 'start must not be after end' }])
  return history.filter(({ execution: { timestamp } }, index) => {
    if (timestamp === undefined) return false
    const time = readTime(timestamp, `execution_history[${index}].timestamp`)
    return time >= from && time <= to
  })
}

function countFailures(records: readonly FailureRecord[]): CommonFailure[] {
  const counted = new Map<string, { count: number; last_error: string | null }>()
  for (const { failures } of records) {
    for (const [id, error] of failures) {
      const known = counted.get(id)
      counted.set(id, { count: (known?.count ?? 0) + 1, last_error: error ?? known?.last_error ?? null })
    }
  }
  return [...counted]
    .map(([node_id, { count, last_error }]) => ({
      node_id,
      count,
      rate: count / records.length,
      interval: wilsonInterval(count, records.length),
      last_error,
    }))
    .sort((left, right) => right.count - left.count)
}

/**
 * Finds what fails again and again in a history of executions: nodes, timeouts, weak quality, broken dependencies.
 * An empty history has null rates and no suggestion. Throws EngineInputError for an unreadable time or graph.
 */
export function analyzeFailurePatterns({ execution_history, intent_graph, time_range }: PatternInput): PatternReport {
  const all = execution_history.map(toFailureRecord)
  const records = time_range ? selectRange(all, time_range) : all
  const common = countFailures(records)
  const patterns = findPatterns(records, readGraph(intent_graph))
  const scores = records.map(({ execution }) => execution.quality_score).filter((score) => typeof score === 'number')
  return {
    patterns,
    most_common_failures: common.slice(0, COMMON_FAILURES_MAX),
    success_rate: mean(records.map(({ isSuccess }) => Number(isSuccess))),
    average_quality_score: mean(scores),
    improvement_suggestions: [...new Set(patterns.map(({ recommendation }) => recommendation))],
    executions_considered: records.length,
    executions_undated: time_range ? execution_history.filter(({ timestamp }) => timestamp === undefined).length : 0,
  }
}
