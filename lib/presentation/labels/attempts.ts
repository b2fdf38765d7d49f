import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatCount } from '../format/number'
import { withoutLeft } from './verdicts'

type Execution = { attempts: readonly { attempt: number }[] } | null
type Numbered = Pick<RunDetail, 'maxAttempts'> & { run: { attempt: number }; execution: Execution }

/** How many runs of its execution have the number of this one: more than one if they were sent without numbers of their own. */
const withNumber = (attempt: number, execution: Execution) =>
  execution?.attempts.filter((one) => one.attempt === attempt).length ?? 1

/** "Attempt 2 of 3"; "One of 4 runs sent as attempt 1", whose order nobody knows. */
export function attemptText({ run: { attempt }, execution, maxAttempts }: Numbered): string {
  const same = withNumber(attempt, execution)
  if (same > 1) return `One of ${formatCount(same)} runs sent as attempt ${attempt}`
  return `Attempt ${attempt} of ${Math.max(maxAttempts, attempt)}`
}

/** The run with a reason that counts no attempts left where its number, on which that count rests, is that of others too. */
export function toldRun<R extends { attempt: number; reason: string }>(run: R, execution: Execution): R {
  return withNumber(run.attempt, execution) > 1 ? { ...run, reason: withoutLeft(run.reason) } : run
}
