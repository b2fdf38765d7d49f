import type { RunRow } from '@/lib/contracts/runs'
import { ACCEPT_THRESHOLD, KEEP_BEST_THRESHOLD } from '@/lib/contracts/thresholds'
import { isTooLittleMeasured } from '@/lib/engine/scoring/scored-run'
import { atLeast } from '@/lib/engine/tolerance'
import { goodFrom, levelValues } from './charts/chart-parts'
import { formatLimit, formatScore, MISSING } from './format/number'
import { bandLabels, gradeLabels } from './labels/verdicts'

type QualityVerdict = { tone: 'pass' | 'review' | 'fail' | 'unknown'; word: string; threshold: number }

type Scored = Pick<RunRow, 'profile' | 'quality' | 'grade' | 'band' | 'blocked'>

const NOT_SCORED = 'Not scored'
const TOO_LITTLE = 'Too little measured'

/** Returns a run's quality, in [0, 1], where enough was measured to judge it; else null, since a number would look like a verdict. */
export function shownQuality(run: Pick<Scored, 'profile' | 'quality' | 'band'>): number | null {
  return isTooLittleMeasured(run) ? null : run.quality
}

/** "0.82", "too little measured", or a dash for a run without a score; not rounded across a level of its profile or the threshold. */
export function qualityText(run: Pick<Scored, 'profile' | 'quality' | 'band'>, threshold?: number): string {
  if (isTooLittleMeasured(run)) return TOO_LITTLE.toLowerCase()
  return run.quality === null ? MISSING : formatScore(run.quality, threshold, ...levelValues(run.profile))
}

/** Returns the verdict of a run's own profile: gaff by its grade, stratt by its band, confidence by the two thresholds. */
export function qualityVerdict(run: Scored): QualityVerdict {
  if (run.profile === 'gaff') return gradeVerdict(run)
  if (run.profile === 'stratt') return bandVerdict(run)
  return confidenceVerdict(run.quality)
}

function gradeVerdict({ quality, grade, blocked }: Scored): QualityVerdict {
  const threshold = goodFrom('gaff')
  if (quality === null || grade === null) return { tone: 'unknown', word: NOT_SCORED, threshold }
  const tone = grade === 'excellent' || grade === 'good' ? 'pass' : grade === 'acceptable' ? 'review' : 'fail'
  return { tone: blocked && tone === 'pass' ? 'review' : tone, word: gradeLabels[grade], threshold }
}

function bandVerdict({ quality, band, blocked }: Scored): QualityVerdict {
  const threshold = goodFrom('stratt')
  if (quality === null) return { tone: 'unknown', word: NOT_SCORED, threshold }
  if (band === null) return { tone: 'unknown', word: TOO_LITTLE, threshold }
  const tone = band === 'good' ? (blocked ? 'review' : 'pass') : band === 'review' ? 'review' : 'fail'
  return { tone, word: bandLabels[band], threshold }
}

/** Uses the iteration rule of dag-quality: accepted from .80, kept as the best of several from .50. */
export function confidenceVerdict(value: number | null): QualityVerdict {
  const threshold = ACCEPT_THRESHOLD
  if (value === null) return { tone: 'unknown', word: NOT_SCORED, threshold }
  if (atLeast(value, threshold)) return { tone: 'pass', word: `At ${formatLimit(threshold)} or above`, threshold }
  return atLeast(value, KEEP_BEST_THRESHOLD)
    ? { tone: 'review', word: `Below ${formatLimit(threshold)}`, threshold }
    : { tone: 'fail', word: `Below ${formatLimit(KEEP_BEST_THRESHOLD)}`, threshold }
}
