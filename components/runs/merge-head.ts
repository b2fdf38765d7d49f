import type { RunRow } from '@/lib/contracts/runs'

/** The shown rows with current values in their old order, and the number of rows the first page would add. */
type MergedRuns = { runs: RunRow[]; newCount: number }

/**
 * Merges the current first page into the shown rows: changed rows are updated in place, new rows are counted but not
 * inserted, so that no row moves. If no row is shown yet, returns the first page.
 */
export function mergeHead(shown: readonly RunRow[], head: readonly RunRow[]): MergedRuns {
  if (shown.length === 0) return { runs: [...head], newCount: 0 }
  const now = new Map(head.map((run) => [run.id, run]))
  const known = new Set(shown.map((run) => run.id))
  return { runs: shown.map((run) => now.get(run.id) ?? run), newCount: head.filter((run) => !known.has(run.id)).length }
}
