import type { Span } from '@/lib/contracts/otlp'
import type { RunBody } from '@/lib/contracts/run-input'
import { mergeSpans } from './merge-spans'
import { growTrees, spansBelow } from './trace-tree'
import { MAX_NODES, treeToRun } from './tree-to-run'

// A trace with more spans without a parent than this is none that a person could read.
const MAX_RUNS = 1000

export type RunsOfSpans = { runs: RunBody[]; rejected: { count: number; message: string } }

/**
 * The runs that a set of spans tells of, whatever the order of the spans: hand over all spans known of a trace, and the
 * same run comes out fuller each time. A run's id is the trace id; further roots of one trace, by time, add their span id.
 * Spans that are in no run are counted, with the reason of the first.
 */
export function spansToRuns(spans: readonly Span[]): RunsOfSpans {
  const runs: RunBody[] = []
  const faults: { count: number; message: string }[] = []
  const traces = Map.groupBy(mergeSpans([], spans), (span) => span.traceId)
  for (const [traceId, trace] of [...traces].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { trees, lost } = growTrees(trace)
    if (lost > 0) faults.push({ count: lost, message: `trace ${traceId}: the parents of ${lost} spans form a circle` })
    if (trees.length > MAX_RUNS)
      faults.push({
        count: trees.length - MAX_RUNS,
        message: `trace ${traceId}: a trace makes ${MAX_RUNS} runs at most`,
      })
    for (const [index, tree] of trees.slice(0, MAX_RUNS).entries()) {
      runs.push(treeToRun(tree, index === 0 ? traceId : `${traceId}-${tree.root.spanId}`))
      const count = spansBelow(tree).length - MAX_NODES
      if (count > 0)
        faults.push({ count, message: `trace ${traceId}: a run holds ${MAX_NODES} spans, ${count} more were sent` })
    }
  }
  return {
    runs,
    rejected: { count: faults.reduce((sum, fault) => sum + fault.count, 0), message: faults[0]?.message ?? '' },
  }
}
