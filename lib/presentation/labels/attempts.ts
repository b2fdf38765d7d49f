import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatCount } from '../format/number'

type Attempts = readonly { attempt: number }[]
type Numbered = Pick<RunDetail, 'maxAttempts'> & {
  run: { attempt: number }
  execution: { attempts: Attempts } | null
}

/** How many runs of an execution were sent with this number: more than one if the client numbers none. */
const sentAs = (attempt: number, attempts: Attempts) => attempts.filter((one) => one.attempt === attempt).length

/** "Attempt 2 of 3"; "One of 4 runs sent as attempt 1", whose order nobody knows. */
export function attemptText({ run: { attempt }, execution, maxAttempts }: Numbered): string {
  const same = sentAs(attempt, execution?.attempts ?? [])
  if (same > 1) return `One of ${formatCount(same)} runs sent as attempt ${attempt}`
  return `Attempt ${attempt} of ${Math.max(maxAttempts, attempt)}`
}

/** "Attempt 2"; "Sent as attempt 1" if others of its execution were too. */
export const attemptName = (attempt: number, attempts: Attempts) =>
  sentAs(attempt, attempts) > 1 ? `Sent as attempt ${attempt}` : `Attempt ${attempt}`

/** Whether every attempt has a number of its own, so that they have an order, and those left can be counted. */
export const areNumbered = (attempts: Attempts) =>
  new Set(attempts.map(({ attempt }) => attempt)).size === attempts.length
