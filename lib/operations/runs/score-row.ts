import { ENGINE_VERSION } from '@/lib/engine/engine-version'
import type { SeriesScore } from '@/lib/engine/scoring/scored-run'

/** One row of a score series. Revisions count up and are never changed. */
export function toScoreRow(
  projectId: string,
  runId: string,
  series: string,
  revision: number,
  score: SeriesScore,
  computedAt: Date,
) {
  return { projectId, runId, series, revision, ...score, engineVersion: ENGINE_VERSION, computedAt }
}
