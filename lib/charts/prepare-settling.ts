import { formatPlural } from '@/lib/format/number'

type Facts = {
  version: string
  prior: string
  minLiveRuns: number
  /** Scored live runs of the version. */
  n: number
  odds: { runsToSettle: number | null } | null
}

/** Live runs that a verdict still lacks, else those that would settle it, in words; null where more would not. */
export function prepareSettling(facts: Facts): { count: number; words: string } | null {
  const { version, prior, minLiveRuns, n, odds } = facts
  const missing = minLiveRuns - n
  if (missing > 0)
    return { count: missing, words: `A verdict takes ${formatPlural(missing, 'more live run')} of ${version}.` }
  const count = odds?.runsToSettle ?? 0
  if (count === 0) return null
  const words = `About ${formatPlural(count, 'more live run')} of ${version}, and as many of ${prior}, would settle it.`
  return { count, words }
}
