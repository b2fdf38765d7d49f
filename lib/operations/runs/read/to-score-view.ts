import { type ScoreView, scoreView } from '@/lib/contracts/run-detail'
import type { Score } from '@/lib/db/generated/client'

const breakdown = scoreView.pick({ factors: true, warnings: true, threshold: true })

/** The latest revision of a series, with the factors it was computed from. */
export function toScoreView(row: Score): ScoreView {
  return scoreView.parse({ ...row, ...breakdown.parse(row.breakdown), computedAt: row.computedAt.toISOString() })
}
