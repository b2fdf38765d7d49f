import type { TrialCounts } from '@/lib/contracts/trials'
import { formatPlural } from '../format/number'

type TrialProgress = {
  /** "2 of 3 live runs". */
  words: string
  /** Share that has ended, 0 to 1. */
  share: number
  isUnderWay: boolean
}

/** Prepares the progress of the trials of one kind; null if there are none. */
export function prepareTrialProgress(counts: TrialCounts, noun: string): TrialProgress | null {
  const { queued, running, done, failed, cancelled } = counts
  const all = queued + running + done + failed + cancelled
  if (all === 0) return null
  const ended = done + failed
  const faults = failed > 0 ? `, ${failed} failed` : ''
  const dropped = cancelled > 0 ? `, ${cancelled} cancelled` : ''
  return {
    words: `${ended} of ${formatPlural(all, noun)}${faults}${dropped}`,
    share: ended / all,
    isUnderWay: queued + running > 0,
  }
}

type Facts = {
  version: string
  prior: string
  minLiveRuns: number
  /** Scored live runs of the version. */
  n: number
  odds: { runsToSettle: number | null } | null
}

/** Returns the live runs missing for a verdict, else those that would settle it, with a text; null if more would not. */
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
