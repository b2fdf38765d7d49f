import { ACCEPT_THRESHOLD, REJECT_BELOW } from '@/lib/contracts/thresholds'
import { atLeast } from '../tolerance'

/** Whether a verdict or rating in [0, 1] is an approval (true) or a rejection (false); null for a rating in between. */
export function verdictSide(value: number): boolean | null {
  if (atLeast(value, ACCEPT_THRESHOLD)) return true
  return atLeast(value, REJECT_BELOW) ? null : false
}
