import { classifyFailure } from '@/lib/engine/failures/classify-failure'
import type { FailureRecord } from '@/lib/engine/quality-check/failure-record'
import { GAFF_THRESHOLD } from '@/lib/engine/quality-check/gaff-profile'
import type { Graph } from '@/lib/engine/quality-check/graph'
import { ancestorsOf, descendantsOf, topologicalOrder } from '@/lib/engine/quality-check/graph-walk'
import { atLeast } from '@/lib/engine/tolerance'

const NODE_FAILURES_MIN = 3
/** One occurrence of any other kind is an incident, two are a pattern. */
const OTHERS_MIN = 2

export interface FailurePattern {
  pattern_type: 'node_failure' | 'timeout' | 'quality_issue' | 'dependency'
  /** Executions in which it occurred. */
  frequency: number
  affected_nodes: string[]
  root_cause_hypothesis: string
  recommendation: string
}

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
  return order.flatMap((root): FailurePattern[] => {
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

/** All patterns of a history, by kind, the most frequent node first. */
export function findPatterns(records: readonly FailureRecord[], graph: Graph): FailurePattern[] {
  return [...nodeFailures(records), ...timeouts(records), ...qualityIssues(records), ...dependencies(records, graph)]
}
