import type { RunRow } from '@/lib/contracts/runs'

/** The rows in sight as they are now, in the places they had, and how many rows the first page would add. */
export type MergedRuns = { runs: RunRow[]; newCount: number }

/**
 * Lays what the first page says now over the rows in sight: a row that changed shows its new values where it stands, and
 * a row that is not in sight yet is counted, not inserted. Where there is no row yet none can move: those are shown at once.
 */
export function mergeHead(shown: readonly RunRow[], head: readonly RunRow[]): MergedRuns {
  if (shown.length === 0) return { runs: [...head], newCount: 0 }
  const now = new Map(head.map((run) => [run.id, run]))
  const known = new Set(shown.map((run) => run.id))
  return { runs: shown.map((run) => now.get(run.id) ?? run), newCount: head.filter((run) => !known.has(run.id)).length }
}
