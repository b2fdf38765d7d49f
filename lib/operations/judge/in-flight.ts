import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import type { ProjectContext } from '../context'
import { utcDay } from './endpoint'

/** The right to ask about one content, held by one caller across all instances until its lease ends. */
export type InFlightLock = { contentHash: string; holder: string }

/** Claims a content; null while another caller holds it. */
export function claimFlight(ctx: ProjectContext, contentHash: string, leaseMs: number): Promise<InFlightLock | null> {
  return inTransaction(ctx, async (tx) => {
    const now = ctx.now()
    await freeDeadFlights(tx, ctx.project.id, now)
    const holder = uuid()
    const claimed = await tx.$executeRaw`
      INSERT INTO judge_flight (project_id, content_hash, holder, lease_until, day)
      VALUES (${ctx.project.id}::uuid, ${contentHash}, ${holder}::uuid, ${new Date(now.getTime() + leaseMs)}, ${utcDay(now)}::date)
      ON CONFLICT DO NOTHING`
    return claimed === 1 ? { contentHash, holder } : null
  })
}

/** Releases a content and the reservation of an unsettled call; waiting callers proceed. */
export async function releaseFlight(ctx: ProjectContext, { contentHash, holder }: InFlightLock): Promise<void> {
  const mine = Prisma.sql`content_hash = ${contentHash} AND holder = ${holder}::uuid`
  await inTransaction(ctx, (tx) => removeFlights(tx, ctx.project.id, mine))
}

/** Removes expired locks and their reservations. */
export function freeDeadFlights(tx: Tx, projectId: string, now: Date): Promise<void> {
  return removeFlights(tx, projectId, Prisma.sql`lease_until < ${now}`)
}

async function removeFlights(tx: Tx, projectId: string, which: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM judge_flight WHERE project_id = ${projectId}::uuid AND ${which} RETURNING day, reserved_usd),
    freed AS (SELECT day, sum(reserved_usd) AS usd FROM gone GROUP BY day)
    UPDATE judge_spend s SET reserved_usd = greatest(0, s.reserved_usd - freed.usd)
    FROM freed WHERE s.project_id = ${projectId}::uuid AND s.day = freed.day`
}
