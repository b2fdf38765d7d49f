import type { Profile } from '@/lib/contracts/primitives'
import { ACCEPT_THRESHOLD, KEEP_BEST_THRESHOLD } from '@/lib/contracts/thresholds'
import { gradeFrom } from '@/lib/engine/quality-check/score-performance'
import { bandFrom } from '@/lib/engine/trace/band'
import { formatLimit } from '../format/number'
import type { TrendLevel } from './chart-parts'

const levels: Record<Profile, readonly [TrendLevel, TrendLevel]> = {
  gaff: [level('good', gradeFrom('good')), level('failed', gradeFrom('poor'))],
  stratt: [level('good', bandFrom('good')), level('poor', bandFrom('review'))],
  confidence: [level('accept', ACCEPT_THRESHOLD), level('keep best', KEEP_BEST_THRESHOLD)],
}

/** Returns the two named levels of a profile's score: the one to reach, and the one not to fall below. */
export function qualityLevels(profile: Profile): readonly TrendLevel[] {
  return levels[profile]
}

/** Returns the score from which a profile calls a run good. */
export function goodFrom(profile: Profile): number {
  return levels[profile][0].value
}

function level(word: string, value: number): TrendLevel {
  return { value, label: `${word} ${formatLimit(value)}` }
}
