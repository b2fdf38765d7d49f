import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '../context'
import { leaseTrials } from './lease-trials'
import type { HeldTrial, TrialKey } from './trial-row'

const MAX_TIMEOUT_MS = 300_000
/** Longer than any executor may take and its answer needs to be stored. */
const LEASE_MS = MAX_TIMEOUT_MS + 60_000

/**
 * Leases the next trial that is due for the desk, of whatever project; null where none is. Projects take turns: first whichever
 * has the fewest under way, then whichever has waited longest since its last one began. Within a project live ones go first.
 */
export function leaseNextTrial(db: Db, now: Date): Promise<HeldTrial | null> {
  return inTransaction({ db }, async (tx) => {
    // One instance chooses at a time, so that each turn sees the one before it.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('trial turns', 0))::text`
    for (;;) {
      const next = await findNext(tx, now)
      if (!next) return null
      // Whoever holds the row, to cancel it, ends first.
      await tx.$queryRaw`
        SELECT 1 FROM trial WHERE project_id = ${next.projectId}::uuid AND id = ${next.trialId}::uuid FOR UPDATE`
      const until = new Date(now.getTime() + LEASE_MS)
      const where = Prisma.sql`t.id = ${next.trialId}::uuid`
      const [held] = await leaseTrials(tx, { projectId: next.projectId, where, limit: 1, by: 'desk', now, until })
      if (held) return held
    }
  })
}

/** A few index look-ups a project, however many trials wait. */
async function findNext(tx: Tx, now: Date): Promise<TrialKey | null> {
  const [next] = await tx.$queryRaw<TrialKey[]>`
    SELECT p.id AS "projectId", due.id AS "trialId" FROM project p
    CROSS JOIN LATERAL (
      SELECT t.id FROM trial t WHERE t.project_id = p.id AND t.status = 'queued' AND t.due_at <= ${now}
      ORDER BY t.kind DESC, t.due_at, t.id LIMIT 1) due
    CROSS JOIN LATERAL (
      SELECT count(*) AS n FROM trial t WHERE t.project_id = p.id AND t.status = 'running' AND t.lease_until > ${now}) running
    LEFT JOIN LATERAL (
      SELECT t.started_at FROM trial t WHERE t.project_id = p.id AND t.started_at IS NOT NULL
      ORDER BY t.started_at DESC LIMIT 1) latest ON true
    ORDER BY running.n, latest.started_at NULLS FIRST, p.id LIMIT 1`
  return next ?? null
}
