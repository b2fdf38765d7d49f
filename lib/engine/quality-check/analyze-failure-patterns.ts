import type { OutputOf } from '@/lib/contracts/contract'
import { DAY_MS } from '@/lib/contracts/durations'
import type { AnalyzeFailurePatterns as Contract } from '@/lib/contracts/quality/failures'
import { classifyFailure } from '../failures/classify-failure'
import { EngineInputError } from '../input-error'
import { mean } from '../stats/descriptive'
import { wilsonInterval } from '../stats/intervals'
import { atLeast } from '../tolerance'
import { type FailureRecord, type PastExecution, toFailureRecord } from './failure-record'
import { GAFF_THRESHOLD } from './gaff-profile'
import { ancestorsOf, descendantsOf, type Graph, readGraph, topologicalOrder } from './graph'

const COMMON_FAILURES_MAX = 10

interface PatternInput {
  execution_history: PastExecution[]
  intent_graph?: unknown
  /** ISO 8601, both ends included; an end without a time includes its whole day */
  time_range?: { start?: string; end?: string }
}

type CommonFailure = PatternReport['most_common_failures'][number]

type PatternReport = OutputOf<Contract>

/**
 * Finds recurring failures in a history of executions: nodes, timeouts, weak quality, broken dependencies. An empty history gives null
 * rates and no suggestions.
 * @throws {EngineInputError} on an unreadable time or graph.
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

function readTime(text: string, path: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new EngineInputError([{ path, message: 'must be an ISO 8601 time' }])
  return time
}

/** Returns the milliseconds a date without time extends beyond its first one. */
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

const NODE_FAILURES_MIN = 3
/** One occurrence of any other kind is an incident, two are a pattern. */
const OTHERS_MIN = 2

type FailurePattern = PatternReport['patterns'][number]

function nodeFailures(records: readonly FailureRecord[]): FailurePattern[] {
  const counts = new Map<string, number>()
  for (const { failures } of records) for (const id of failures.keys()) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= NODE_FAILURES_MIN)
    .sort(([, left], [, right]) => right - left)
    .map(([id, frequency]) => ({
      pattern_type: 'node_failure',
      frequency,
      affected_nodes: [id],
      root_cause_hypothesis: `${id} failed in ${frequency} of ${records.length} executions, so the fault lies in the node or in what it is given.`,
      recommendation: `Inspect ${id}: its prompt, its tools and the input it receives.`,
    }))
}

const isTimeout = (error: string | null) =>
  error !== null && classifyFailure({ message: error }).failureClass === 'timeout'

function timeouts(records: readonly FailureRecord[]): FailurePattern[] {
  const slow = records
    .map(({ failures }) => [...failures].filter(([, error]) => isTimeout(error)).map(([id]) => id))
    .filter((ids) => ids.length > 0)
  if (slow.length < OTHERS_MIN) return []
  const affected = [...new Set(slow.flat())]
  return [
    {
      pattern_type: 'timeout',
      frequency: slow.length,
      affected_nodes: affected,
      root_cause_hypothesis: `${affected.join(', ')} ran out of time in ${slow.length} executions.`,
      recommendation: `Give ${affected.join(', ')} more time or less work.`,
    },
  ]
}

function qualityIssues(records: readonly FailureRecord[]): FailurePattern[] {
  const weak = records.filter(({ execution: { quality_score, threshold = GAFF_THRESHOLD }, failures }) => {
    return failures.size === 0 && typeof quality_score === 'number' && !atLeast(quality_score, threshold)
  })
  if (weak.length < OTHERS_MIN) return []
  return [
    {
      pattern_type: 'quality_issue',
      frequency: weak.length,
      affected_nodes: [],
      root_cause_hypothesis: `${weak.length} executions finished without a failed node, yet below their quality threshold.`,
      recommendation:
        'Sharpen the instructions and acceptance criteria: the nodes run, their result is not good enough.',
    },
  ]
}

function dependencies(records: readonly FailureRecord[], graph: Graph): FailurePattern[] {
  const order = topologicalOrder(graph)
  const failed = new Set(
    records.filter(({ failures }) => failures.size > 1).flatMap(({ failures }) => [...failures.keys()]),
  )
  return order.flatMap((root): FailurePattern[] => {
    if (!failed.has(root)) return []
    const fed = descendantsOf(graph, root)
    fed.delete(root)
    const above = ancestorsOf(graph, root)
    const cascades = records
      .filter(({ failures }) => failures.has(root) && ![...above].some((id) => id !== root && failures.has(id)))
      .map(({ failures }) => order.filter((id) => fed.has(id) && failures.has(id)))
      .filter((victims) => victims.length > 0)
    if (cascades.length < OTHERS_MIN) return []
    const hit = new Set(cascades.flat())
    const victims = order.filter((id) => hit.has(id))
    return [
      {
        pattern_type: 'dependency',
        frequency: cascades.length,
        affected_nodes: [root, ...victims],
        root_cause_hypothesis: `In ${cascades.length} executions ${victims.join(', ')} failed after ${root}, which feeds them.`,
        recommendation: `Repair ${root} first, and let ${victims.join(', ')} stop early when it fails.`,
      },
    ]
  })
}

/** Returns all patterns of a history, by kind; node failures most frequent first. */
function findPatterns(records: readonly FailureRecord[], graph: Graph): FailurePattern[] {
  return [...nodeFailures(records), ...timeouts(records), ...qualityIssues(records), ...dependencies(records, graph)]
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const URL_PATH = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/'")]+)\/[^\s'")]*/g
const UNIX_PATH = /(^|[\s'"(=[])~?\/[^\s'"),:\]]+/g
const WINDOWS_PATH = /\b[a-z]:\\[^\s'"),\]]+/g
const NUMBER = /\b0x[0-9a-f]+\b|\d+/g

/**
 * Returns the part of an error message that is constant between occurrences of one fault: lower case, without uuids, paths and digits.
 * Empty for an empty message.
 */
export function failureSignature(error: string): string {
  return error
    .toLowerCase()
    .replace(UUID, '#')
    .replace(URL_PATH, '$1')
    .replace(UNIX_PATH, '$1')
    .replace(WINDOWS_PATH, '')
    .replace(NUMBER, '#')
    .replace(/\s+/g, ' ')
    .trim()
}
