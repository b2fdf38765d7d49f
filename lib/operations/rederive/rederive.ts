import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { log } from '@/lib/log'
import { loadSystemContext, type ProjectContext } from '../context'
import { announce } from '../live/announce'
import { loadStoredRuns, type StoredRun } from '../runs/stored-runs'
import { inTurns } from '../turns'
import { processDue } from '../work/process-each'
import { deriveRuns, dropEmptyGroups } from './derive-runs'

// Runs may be large: a page is held in memory as a whole, and locked while it is written.
const PAGE = 200

/**
 * Recomputes derived data of the stored runs of every project for which a migration requested it: search text, threads, failures with their
 * groups, review items, and expected gains. Works in pages with separate transactions that record the progress, so it can be interrupted
 * and resumed. Safe to run concurrently with everything else and on several instances.
 */
export function rederiveRuns(db: Db, clock: () => Date): Promise<unknown> {
  const due = Prisma.sql`SELECT project_id, project_id AS id, now() AS at FROM rederivation`
  return processDue({ db, kind: 'rederivation', now: clock() }, due, async ({ projectId }) => {
    const ctx = await loadSystemContext(db, projectId, 'Upgrade', clock)
    const turn = inTurns()
    let derived = 0
    for (let page = await derivePage(ctx); page > 0; page = await derivePage(ctx)) {
      derived += page
      log.info({ project: ctx.project.slug, runs: derived }, 'recomputed stored runs')
      await turn()
    }
  })
}

/** Processes the next page of runs and returns their number. Removes the request when none are left. */
async function derivePage(ctx: ProjectContext): Promise<number> {
  const projectId = ctx.project.id
  const asked = await ctx.db.rederivation.findUnique({ where: { projectId } })
  if (!asked) return 0
  const ids = await findIds(ctx.db, projectId, asked.afterId)
  const runs = await loadNamedRuns(ctx.db, projectId, ids)
  return inTransaction(ctx, async (tx) => {
    const [still] = await tx.$queryRaw<{ afterId: string | null }[]>`
      SELECT after_id AS "afterId" FROM rederivation WHERE project_id = ${projectId}::uuid FOR UPDATE`
    // Another instance processed this page first.
    if (!still || still.afterId !== asked.afterId) return still ? ids.length : 0
    const last = ids.at(-1)
    if (last === undefined) {
      await dropEmptyGroups(tx, projectId)
      await tx.rederivation.delete({ where: { projectId } })
      for (const topic of ['runs', 'gates'] as const) await announce(tx, { project: projectId, topic })
      return 0
    }
    await deriveRuns(tx, projectId, runs, ctx.now())
    await tx.rederivation.update({ where: { projectId }, data: { afterId: last } })
    return ids.length
  })
}

async function findIds(db: Db, projectId: string, after: string | null): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM run_summary WHERE project_id = ${projectId}::uuid
      ${after === null ? Prisma.empty : Prisma.sql`AND id > ${after}::uuid`}
    ORDER BY id LIMIT ${PAGE}`
  return rows.map((row) => row.id)
}

/** Loads stored runs with their chain, version and execution names, which are not part of the stored facts. */
async function loadNamedRuns(db: Db, projectId: string, ids: readonly string[]): Promise<StoredRun[]> {
  const stored = await loadStoredRuns(db, projectId, ids)
  const versions = await db.chainVersion.findMany({
    where: { projectId, id: { in: [...new Set(stored.map(({ summary }) => summary.versionId))] } },
    select: { id: true, version: true, chain: { select: { name: true } } },
  })
  const named = new Map(versions.map(({ id, version, chain }) => [id, { version, chain: chain.name }]))
  return stored.map(({ run, summary, ...promised }) => {
    const execution = summary.execution ?? undefined
    return { ...promised, summary, run: { ...run, ...named.get(summary.versionId), execution } }
  })
}
