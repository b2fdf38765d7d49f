import type { TrialCounts } from '@/lib/contracts/trials'
import { formatPlural } from '@/lib/format/number'

export type TrialProgress = {
  /** "2 of 3 live runs". */
  words: string
  /** Share that has ended, 0 to 1. */
  share: number
  isUnderWay: boolean
}

/** How far the trials of one kind are; null where there are none. */
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
