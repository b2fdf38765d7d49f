import type { RunRow } from '@/lib/contracts/runs'
import { atLeast } from '@/lib/engine/tolerance'
import { bandLabels, gradeLabels } from '@/lib/format/labels'

export type QualityVerdict = { tone: 'pass' | 'review' | 'fail' | 'unknown'; word: string; threshold: number }

type Scored = Pick<RunRow, 'profile' | 'quality' | 'grade' | 'band' | 'blocked'>

const NOT_SCORED = 'Not scored'

/** What the score of a run's own profile says: gaff by its grade, stratt by its band, confidence by the two thresholds. */
export function qualityVerdict(run: Scored): QualityVerdict {
  if (run.profile === 'gaff') return gradeVerdict(run)
  if (run.profile === 'stratt') return bandVerdict(run)
  return confidenceVerdict(run.quality)
}

function gradeVerdict({ quality, grade, blocked }: Scored): QualityVerdict {
  if (quality === null || grade === null) return { tone: 'unknown', word: NOT_SCORED, threshold: 0.85 }
  const tone = grade === 'excellent' || grade === 'good' ? 'pass' : grade === 'acceptable' ? 'review' : 'fail'
  return { tone: blocked && tone === 'pass' ? 'review' : tone, word: gradeLabels[grade], threshold: 0.85 }
}

function bandVerdict({ quality, band, blocked }: Scored): QualityVerdict {
  if (quality === null || band === null) return { tone: 'unknown', word: NOT_SCORED, threshold: 0.8 }
  const tone = band === 'good' ? (blocked ? 'review' : 'pass') : band === 'review' ? 'review' : 'fail'
  return { tone, word: bandLabels[band], threshold: 0.8 }
}

/** Accepted from .80; kept as the best of several from .50 (rules, section 5). */
export function confidenceVerdict(value: number | null): QualityVerdict {
  if (value === null) return { tone: 'unknown', word: NOT_SCORED, threshold: 0.8 }
  if (atLeast(value, 0.8)) return { tone: 'pass', word: 'At .80 or above', threshold: 0.8 }
  return atLeast(value, 0.5)
    ? { tone: 'review', word: 'Below .80', threshold: 0.8 }
    : { tone: 'fail', word: 'Below .50', threshold: 0.8 }
}
