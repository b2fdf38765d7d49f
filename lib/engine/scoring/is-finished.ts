import type { RunInput } from '@/lib/contracts/run-input'

const UNFINISHED = ['cancelled', 'paused_for_approval']

/** A cancelled or paused run has no score: it is neither good nor bad yet. */
export function isFinished(run: Pick<RunInput, 'status'>): boolean {
  return !UNFINISHED.includes(run.status)
}
