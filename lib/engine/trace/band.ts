import { atLeast } from '@/lib/engine/tolerance'

/** The bands of the `stratt` profile, best first, with their minimum scores and required actions. */
export const BANDS = [
  { band: 'good', scoreMin: 0.8, action: 'none' },
  { band: 'review', scoreMin: 0.6, action: 'flag' },
  { band: 'poor', scoreMin: 0, action: 'refine' },
] as const

type Band = (typeof BANDS)[number]['band']
type BandAction = (typeof BANDS)[number]['action']

/** Returns the score, in [0, 1], from which a trace is in a band. */
export function bandFrom(wanted: Band): number {
  return BANDS.find(({ band }) => band === wanted)?.scoreMin ?? 0
}

/** Returns band and action of a score from 0 to 1; a tie at a boundary gets the better band. */
export function bandOf(score: number): { band: Band; action: BandAction } {
  const { band, action } = BANDS.find(({ scoreMin }) => atLeast(score, scoreMin)) ?? BANDS[2]
  return { band, action }
}
