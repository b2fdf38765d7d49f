import { seededRng } from '@/lib/engine/stats/seeded-rng'
import { spreadTimes } from '../calendar'
import { Draw } from '../draw'
import { Provider } from '../runner/provider'
import type { SampleRun } from '../runner/sample-run'
import { performTriage, type Shift } from './perform'
import { drawTicket, troubles } from './tickets'

const SEED = 90_210
const WEEK = 84
/** Tickets of one minute: more calls than the provider takes. */
const RUSH = { from: 18, to: 26 }
const CREDIT_USD = 0.0285
/** Tickets that pass before somebody notices that the credit is used up, and pays. */
const UNNOTICED = 9

/** Every so many tickets something goes wrong; each trouble in its turn. */
function troubleOf(index: number, every: number) {
  return (index + 1) % every === 0 ? troubles[Math.floor(index / every) % troubles.length] : undefined
}

/**
 * The runs of `support-triage` in the order of their times: a week of tickets with one provider, whose credit runs out.
 * @param count tickets
 * @param troubleEvery tickets of which one goes wrong
 */
export function supportTriageRuns(now: Date, count = WEEK, troubleEvery = 6): SampleRun[] {
  const draw = new Draw(seededRng(SEED))
  const provider = new Provider({ creditUsd: CREDIT_USD, callsPerMinute: 9, unpaidCallsMax: 3 })
  const times = spreadTimes(new Draw(seededRng(SEED)), now, count, 166, 0.4)
  const startOf = (index: number) => {
    const inWeek = index % WEEK
    return times[inWeek >= RUSH.from && inWeek < RUSH.to ? index - inWeek + RUSH.from : index] ?? now
  }
  let unpaid = 0
  const payAtLast = () => {
    unpaid = provider.hasCredit ? 0 : unpaid + 1
    if (unpaid > UNNOTICED) provider.topUp(2 * CREDIT_USD)
  }
  return times.map((_, index) => {
    const ticket = drawTicket(draw, index, troubleOf(index, troubleEvery))
    const isCareful = index >= count * 0.6
    const shift: Shift = { version: isCareful ? '3.1.0' : '3.0.0', isCareful, provider, startsAt: startOf(index) }
    return {
      attemptsMax: 1,
      perform: () => {
        payAtLast()
        return performTriage(ticket, shift)
      },
    }
  })
}
