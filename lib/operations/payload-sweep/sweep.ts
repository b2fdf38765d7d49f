import { DAY_MS, HOUR_MS } from '@/lib/contracts/durations'
import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { firstRunIdOf } from '@/lib/db/run-months'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { getEnv } from '@/lib/env'
import { removeNextGone } from '../payloads/release'
import type { PayloadStore } from '../payloads/store'
import { payloadStore } from '../payloads/the-store'
import { processEach } from '../work/process-each'
import { moveOut } from './move-out'

/** Runs examined per statement; their long values are not read. */
const PAGE = 500
const BUDGET_MS = 40_000

/**
 * Moves long values of runs into the payload store and removes unreferenced objects, project by project; what exceeds the time budget is
 * left for the next round. Idempotent, crash-safe and safe to run concurrently.
 */
export async function sweepPayloads(db: Db, clock: () => Date, after = getEnv().PAYLOAD_STORE_AFTER): Promise<void> {
  const store = await payloadStore()
  const projects = await db.project.findMany({
    where: { removedAt: null, ...(store ? {} : { id: { in: await withGone(db, clock()) } }) },
    select: { id: true, deletesAt: true },
  })
  const ends = performance.now() + BUDGET_MS
  // In random order, so that a project with much work does not always delay the same others.
  const items = projects.map((project) => ({ ...project, projectId: project.id })).sort(() => Math.random() - 0.5)
  await processEach({ db, kind: 'payloads', now: clock() }, items, async ({ projectId, deletesAt }) => {
    while (performance.now() < ends && (await removeNextGone(db, projectId, clock())) > 0);
    if (store && deletesAt === null && after !== 'never')
      await movePages(db, store, { projectId, afterMs: after * HOUR_MS, clock, isLeft: () => performance.now() < ends })
  })
}

/** Returns the projects with objects to remove; without a store, the failure to remove them is reported. */
async function withGone(db: Db, now: Date): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT project_id AS id FROM payload WHERE gone_at <= ${now}::timestamptz`
  return rows.map(({ id }) => id)
}

type Part = { projectId: string; afterMs: number; clock: () => Date; isLeft: () => boolean }

/** Goes through the runs by id from the last position up to those that are too young; starts over daily, to include late arrivals. */
async function movePages(db: Db, store: PayloadStore, { projectId, afterMs, clock, isLeft }: Part): Promise<void> {
  const pass = await db.payloadPass.findUnique({ where: { projectId } })
  const isNew = !pass || clock().getTime() - pass.beganAt.getTime() > DAY_MS
  let after = isNew ? null : pass.afterRunId
  const began = { afterRunId: null, beganAt: clock() }
  if (isNew) await db.payloadPass.upsert({ where: { projectId }, create: { projectId, ...began }, update: began })
  while (isLeft()) {
    const aged = new Date(clock().getTime() - afterMs)
    const page = await db.$queryRaw<{ id: string; isDue: boolean }[]>`
      SELECT s.id, s.status <> ${RUNNING} AND r.received_at <= ${aged} AS "isDue" FROM (
        SELECT id, status FROM run_summary WHERE project_id = ${projectId}::uuid AND id < ${firstRunIdOf(aged)}::uuid
          ${after === null ? Prisma.empty : Prisma.sql`AND id > ${after}::uuid`}
        ORDER BY id LIMIT ${PAGE}) s
      CROSS JOIN LATERAL (SELECT received_at FROM run r WHERE r.project_id = ${projectId}::uuid AND r.id = s.id OFFSET 0) r ORDER BY s.id`
    const runIds = page.filter(({ isDue }) => isDue).map(({ id }) => id)
    if (runIds.length > 0) await moveOut(db, store, { projectId, runIds, now: clock() })
    after = page.at(-1)?.id ?? null
    if (after === null) return
    await db.payloadPass.update({ where: { projectId }, data: { afterRunId: after } })
    if (page.length < PAGE) return
  }
}
