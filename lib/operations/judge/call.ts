import { setTimeout as pause } from 'node:timers/promises'
import type { ProjectContext } from '../context'
import { countCacheHit, findAnswer, hashOf, keepAnswer } from './answers'
import { type Asked, type Asking, callOnce, type JudgeSession, leaseOf } from './call-once'
import type { JudgeEndpoint, JudgeSettings } from './endpoint'
import { claimFlight, releaseFlight } from './in-flight'

export type Answered = Asked & { cached: boolean }

const LOOK_EVERY_MS = 200

/**
 * Asks the judge about a content, once over all instances: an answer that is known is taken, and while somebody else asks the
 * same, theirs is awaited. An answer that cannot be read, and a refusal, is asked for once more; failures are not kept.
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

async function askUnder(desk: JudgeSession, asking: Asking): Promise<Answered> {
  const { ctx, flight, endpoint } = desk
  try {
    // Whoever held the flight before may have been answered between our look and our claim.
    const known = await findAnswer(ctx, flight.contentHash)
    if (known) {
      await countCacheHit(ctx)
      return { outcome: 'scored', ...known, cached: true }
    }
    const asked = await callTwice(desk, asking)
    if (asked.outcome === 'scored') {
      const { score, feedback } = asked
      await keepAnswer(ctx, flight.contentHash, endpoint.model, { score, feedback })
    }
    return { ...asked, cached: false }
  } finally {
    await releaseFlight(ctx, flight)
  }
}

/** Asks, and once more when the answer is none. */
async function callTwice(desk: JudgeSession, asking: Asking): Promise<Asked> {
  const asked = await callOnce(desk, asking)
  return asked.outcome === 'unparseable' || asked.outcome === 'refused' ? callOnce(desk, asking) : asked
}
