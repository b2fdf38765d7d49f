import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { loadSystemContext } from '../context'
import { askerOf } from '../engine-pool/ask'
import { transactionTurns } from '../engine-pool/pool'
import { lockGatesOf } from '../gates/follow-runs'
import type { WorkItem } from '../queue/enqueue'
import { lockIngestShared, lockSummaries } from '../runs/lock'
import { processDue } from '../work/process-each'
import { findTraceIds, settleRunning } from './end-run'
import { hasArrived, lockTraces } from './span-store'

/** A run reported as running by its client may be silent longer than a trace: it is settled after a day. */
const GIVEN_UP_HOURS = 24

/** Unfinished runs `u` that received nothing for their project's quiet time (a trace) or {@link GIVEN_UP_HOURS}. */
const quietSince = (now: Date) => Prisma.sql`
  FROM unfinished_run u JOIN project p ON p.id = u.project_id JOIN run r ON r.project_id = u.project_id AND r.id = u.run_id
  WHERE u.heard_at <= ${now}::timestamptz - CASE
    WHEN EXISTS (SELECT 1 FROM otlp_span o WHERE o.project_id = r.project_id AND o.trace_id = left(r.client_id, 32) AND ${hasArrived})
    THEN p.quiet_minutes * interval '1 minute' ELSE ${GIVEN_UP_HOURS} * interval '1 hour' END`

/** Settles every run whose end did not arrive in time, in all projects; returns how many. */
export async function settleQuietRuns(db: Db, clock: () => Date): Promise<number> {
  const now = clock()
  const due = Prisma.sql`SELECT u.project_id, u.run_id AS id, u.heard_at AS at ${quietSince(now)}`
  const settled = await processDue({ db, kind: 'settling', now }, due, (item) => settleRun(db, item, clock))
  return settled.filter(Boolean).length
}

/**
 * Settles one run if it is still unfinished and quiet; returns whether it did. Atomic and safe to run on several instances:
 * only one settles the run.
 */
export async function settleRun(db: Db, { projectId, id: runId }: WorkItem, clock: () => Date): Promise<boolean> {
  const ctx = { ...(await loadSystemContext(db, projectId, 'Quiet time', clock)), db }
  return transactionTurns().run(askerOf(ctx), () =>
    inTransaction({ db }, async (tx) => {
      const run = await tx.run.findUnique({
        where: { projectId_id: { projectId, id: runId } },
        select: { clientId: true },
      })
      if (!run) return false
      const traceId = (await findTraceIds(tx, projectId, [run.clientId])).get(run.clientId)
      if (traceId !== undefined) await lockTraces(tx, projectId, [traceId])
      await lockIngestShared(tx, projectId)
      // In the order of whoever ends it: an ended run leaves the list.
      await lockGatesOf(tx, projectId, [runId])
      await lockSummaries(tx, projectId, [runId])
      // Locks the row before the joined check: a distributed database cannot lock rows through a join.
      await tx.$queryRaw`SELECT 1 FROM unfinished_run WHERE project_id = ${projectId}::uuid AND run_id = ${runId}::uuid FOR UPDATE`
      const due = await tx.$queryRaw<{ run_id: string }[]>`
        SELECT u.run_id ${quietSince(clock())} AND u.project_id = ${projectId}::uuid AND u.run_id = ${runId}::uuid`
      if (due.length === 0) return false
      await settleRunning(tx, ctx, { runId, clientId: run.clientId, traceId })
      return true
    }),
  )
}
