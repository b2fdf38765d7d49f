import { v7 as uuid } from 'uuid'
import type { JudgeOutcome, JudgePurpose } from '@/lib/contracts/judge'
import { inTransaction } from '@/lib/db/transaction'
import type { JudgeUsage } from '@/lib/engine/judge/cost'
import { EPSILON } from '@/lib/engine/tolerance'
import type { ProjectContext } from '../context'
import { announce } from '../live/changes'
import { freeDeadFlights, type InFlightLock } from './answers'
import { utcDay } from './endpoint'

/** US dollars reserved for one call on one UTC day. */
type Reservation = { flight: InFlightLock; day: string; usd: number }

/**
 * Reserves money before a call and renews the lease of its lock. `cap_reached`: the daily cap would be exceeded. `lost`: the
 * lease had ended and another caller holds the lock.
 */
export function reserveSpend(
  ctx: ProjectContext,
  flight: InFlightLock,
  usd: number,
  { capUsd, leaseMs }: { capUsd: number; leaseMs: number },
): Promise<Reservation | 'cap_reached' | 'lost'> {
  return inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const now = ctx.now()
    const day = utcDay(now)
    const held = await tx.$executeRaw`
      UPDATE judge_flight SET lease_until = ${new Date(now.getTime() + leaseMs)}, reserved_usd = ${usd}::float8, day = ${day}::date
      WHERE project_id = ${projectId}::uuid AND content_hash = ${flight.contentHash} AND holder = ${flight.holder}::uuid`
    if (held === 0) return 'lost'
    await freeDeadFlights(tx, projectId, now)
    await tx.$executeRaw`
      INSERT INTO judge_spend (project_id, day) VALUES (${projectId}::uuid, ${day}::date) ON CONFLICT DO NOTHING`
    const reserved = await tx.$executeRaw`
      UPDATE judge_spend SET reserved_usd = reserved_usd + ${usd}::float8
      WHERE project_id = ${projectId}::uuid AND day = ${day}::date
        AND cost_usd + reserved_usd + ${usd}::float8 <= ${capUsd + EPSILON}::float8`
    if (reserved === 0) {
      await tx.$executeRaw`
        UPDATE judge_flight SET reserved_usd = 0
        WHERE project_id = ${projectId}::uuid AND content_hash = ${flight.contentHash} AND holder = ${flight.holder}::uuid`
      return 'cap_reached'
    }
    return { flight, day, usd }
  })
}

/** One call to the judge as stored. `costUsd` is null if unknown. */
type CallRecord = {
  purpose: JudgePurpose
  worker: string
  model: string
  outcome: JudgeOutcome
  score: number | null
  feedback: string | null
  error: string | null
  usage: JudgeUsage | null
  costUsd: number | null
  /** Amount charged against the cap: the cost, or its upper estimate if unknown. */
  chargedUsd: number
  durationMs: number
}

/** Stores a call and replaces its reservation by its cost, in one transaction. */
export async function settleSpend(
  ctx: ProjectContext,
  { flight, day, usd }: Reservation,
  call: CallRecord,
): Promise<void> {
  const projectId = ctx.project.id
  const { usage, chargedUsd, ...facts } = call
  await inTransaction(ctx, async (tx) => {
    await tx.judgeCall.create({
      data: {
        projectId,
        id: uuid(),
        contentHash: flight.contentHash,
        inputTokens: usage?.inputTokens ?? null,
        outputTokens: usage?.outputTokens ?? null,
        calledAt: ctx.now(),
        ...facts,
      },
    })
    // The reservation of an expired lock has already been freed.
    const held = await tx.$executeRaw`
      UPDATE judge_flight SET reserved_usd = 0
      WHERE project_id = ${projectId}::uuid AND content_hash = ${flight.contentHash} AND holder = ${flight.holder}::uuid`
    const failed = call.outcome === 'scored' ? 0 : 1
    await tx.$executeRaw`
      UPDATE judge_spend SET calls = calls + 1, failed = failed + ${failed}, cost_usd = cost_usd + ${chargedUsd}::float8,
        reserved_usd = greatest(0, reserved_usd - ${held === 1 ? usd : 0}::float8)
      WHERE project_id = ${projectId}::uuid AND day = ${day}::date`
    await announce(tx, { project: projectId, topic: 'judge' })
  })
}
