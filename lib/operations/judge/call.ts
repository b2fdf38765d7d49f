import { setTimeout as pause } from 'node:timers/promises'
import type { ProjectContext } from '../context'
import { countCacheHit, findAnswer, hashOf, keepAnswer } from './answers'
import { type Asked, type Asking, callOnce, type JudgeSession, leaseOf } from './call-once'
import type { JudgeEndpoint, JudgeSettings } from './endpoint'
import { claimFlight, releaseFlight } from './in-flight'

export type Answered = Asked & { cached: boolean }

const LOOK_EVERY_MS = 200

/**
 * Asks the judge about a content, once across all instances: uses a cached answer, and waits for a concurrent call about the
 * same content. Unreadable answers and refusals are asked once more; failures are not cached.
 */
export async function callWithRetry(
  ctx: ProjectContext,
  judge: { endpoint: JudgeEndpoint; settings: JudgeSettings },
  asking: Asking,
): Promise<Answered> {
  const contentHash = hashOf(asking.question, judge.endpoint)
  const leaseMs = leaseOf(judge.settings)
  const giveUpAt = performance.now() + 2 * leaseMs
  for (;;) {
    const known = await findAnswer(ctx, contentHash)
    if (known) {
      await countCacheHit(ctx)
      return { outcome: 'scored', ...known, cached: true }
    }
    const flight = await claimFlight(ctx, contentHash, leaseMs)
    if (flight) return askUnder({ ctx, ...judge, flight }, asking)
    if (performance.now() > giveUpAt)
      return { outcome: 'timeout', error: 'another call about the same content takes too long', cached: false }
    await pause(LOOK_EVERY_MS)
  }
}

async function askUnder(session: JudgeSession, asking: Asking): Promise<Answered> {
  const { ctx, flight, endpoint } = session
  try {
    // The previous holder of the lock may have cached an answer between the lookup and the claim.
    const known = await findAnswer(ctx, flight.contentHash)
    if (known) {
      await countCacheHit(ctx)
      return { outcome: 'scored', ...known, cached: true }
    }
    const asked = await callTwice(session, asking)
    if (asked.outcome === 'scored') {
      const { score, feedback } = asked
      await keepAnswer(ctx, flight.contentHash, endpoint.model, { score, feedback })
    }
    return { ...asked, cached: false }
  } finally {
    await releaseFlight(ctx, flight)
  }
}

/** Asks, and once more after an unreadable answer or a refusal. */
async function callTwice(session: JudgeSession, asking: Asking): Promise<Asked> {
  const asked = await callOnce(session, asking)
  return asked.outcome === 'unparseable' || asked.outcome === 'refused' ? callOnce(session, asking) : asked
}
