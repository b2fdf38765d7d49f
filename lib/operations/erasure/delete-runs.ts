import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { deleteRuns as contract, type ErasureView } from '@/lib/contracts/data'
import { erasureStates } from '@/lib/contracts/vocabulary'
import type { Db, Tx } from '@/lib/db/client'
import type { Erasure, Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { type Signature, signatureOf } from '../audit'
import { actorName, type ProjectContext } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { enqueue, type WorkItem } from '../queue/enqueue'
import { countStored } from '../rollups/runs'
import { processEach } from '../work/process-each'
import { eraseRuns, SLICE } from './erase-runs'

/** Up to this many runs are deleted before the answer; more are deleted by a job. */
const AT_ONCE = 10

/** Deletes a few runs immediately, and enqueues a job for more. Each slice leaves the data consistent. */
export const deleteRuns = operation(contract, async (ctx, input) => {
  const wanted = 'runIds' in input ? await findNamed(ctx, input.runIds) : await findOfVersion(ctx, input)
  const row = await inTransaction(ctx, async (tx) => {
    const data = {
      ...wanted,
      projectId: ctx.project.id,
      id: uuid(),
      askedBy: actorName(ctx.actor),
      asker: signatureOf(ctx) satisfies Signature as Prisma.InputJsonObject,
      askedAt: ctx.now(),
    }
    const made = await tx.erasure.create({ data })
    if (wanted.total > AT_ONCE) await enqueue(tx, [{ name: 'erase-runs', data: itemOf(made) }])
    else await erasePart(tx, made, ctx.now())
    return tx.erasure.findUniqueOrThrow({ where: { projectId_id: { projectId: made.projectId, id: made.id } } })
  })
  return { erasure: toErasureView(row) }
})

type Wanted = { what: string; runIds: string[]; versionId: string | null; total: number }

/** Unknown or deleted runs are left out, so that repeating a deletion has no effect. */
async function findNamed({ db, project }: ProjectContext, runIds: readonly string[]): Promise<Wanted> {
  const rows = await db.run.findMany({
    where: { projectId: project.id, id: { in: [...runIds] } },
    select: { id: true, clientId: true },
    orderBy: { id: 'asc' },
  })
  const what = rows.length === 1 ? 'one run' : `${rows.length} chosen runs`
  return { what, runIds: rows.map(({ id }) => id), versionId: null, total: rows.length }
}

async function findOfVersion(
  { db, project }: ProjectContext,
  { chain, version }: { chain: string; version: string },
): Promise<Wanted> {
  const row = await db.chainVersion.findFirst({
    where: { projectId: project.id, version, chain: { name: chain } },
    select: { id: true },
  })
  if (!row) throw notFound('version')
  const total = await countStored(db, project.id, row.id)
  return { what: `all runs of ${chain} ${version}`, runIds: [], versionId: row.id, total }
}

const itemOf = ({ projectId, id }: Erasure): WorkItem => ({ projectId, id })

const signature = z.object({
  actor: z.string(),
  actorKind: z.enum(['anonymous', 'user', 'key', 'system']),
  actorId: z.string().nullable(),
  via: z.enum(['browser', 'api', 'mcp', 'cli', 'job']).nullable(),
  address: z.string().nullable(),
})

/** Deletes the next runs of an erasure, which the caller has locked, and stores the progress. Returns whether runs are left. */
async function erasePart(tx: Tx, erasure: Erasure, now: Date): Promise<boolean> {
  const { projectId, id, versionId } = erasure
  const next =
    versionId === null
      ? erasure.runIds.slice(0, SLICE)
      : (
          await tx.runSummary.findMany({
            where: { projectId, versionId },
            select: { id: true },
            orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
            take: SLICE,
          })
        ).map((row) => row.id)
  const done = await eraseRuns(tx, { projectId, runIds: next, now, by: signature.parse(erasure.asker) })
  const left = versionId === null ? erasure.runIds.slice(SLICE) : []
  const isDone = versionId === null ? left.length === 0 : next.length < SLICE
  await tx.erasure.update({
    where: { projectId_id: { projectId, id } },
    data: {
      done: { increment: done },
      runIds: left,
      status: isDone ? 'done' : 'running',
      endedAt: isDone ? now : null,
      // The version may have received more runs since the request.
      ...(isDone && { total: erasure.done + done }),
    },
  })
  await announce(tx, { project: projectId, topic: 'data' })
  return !isDone
}

const BUDGET_MS = 30_000
const TIMEOUT_MS = 60_000

/**
 * Continues requested deletions slice by slice. A slice is deleted and counted in one transaction that locks the row, so that a crash loses
 * nothing and two instances never do the same slice. After 30 s the rest is enqueued again.
 */
export function processErasures(db: Db, items: readonly WorkItem[], clock: () => Date): Promise<unknown> {
  return processEach({ db, kind: 'erasure', now: clock() }, items, async (item) => {
    const ends = performance.now() + BUDGET_MS
    while (await eraseNext(db, item, clock()))
      if (performance.now() > ends) {
        await enqueue(db, [{ name: 'erase-runs', data: item }])
        return
      }
  })
}

function eraseNext(db: Db, { projectId, id }: WorkItem, now: Date): Promise<boolean> {
  return inTransaction(
    { db },
    async (tx) => {
      const held = await tx.$queryRaw<object[]>`
        SELECT 1 FROM erasure WHERE project_id = ${projectId}::uuid AND id = ${id}::uuid AND status <> 'done' FOR UPDATE SKIP LOCKED`
      if (held.length === 0) return false
      return erasePart(tx, await tx.erasure.findUniqueOrThrow({ where: { projectId_id: { projectId, id } } }), now)
    },
    { timeout: TIMEOUT_MS },
  )
}

/** Enqueues every unfinished deletion, to recover lost jobs. */
export async function sweepErasures(db: Db): Promise<void> {
  const open = await db.erasure.findMany({ where: { status: { not: 'done' } }, select: { projectId: true, id: true } })
  await enqueue(
    db,
    open.map((data) => ({ name: 'erase-runs', data })),
  )
}

export function toErasureView({ id, what, status, total, done, askedBy, askedAt, endedAt }: Erasure): ErasureView {
  return {
    ...{ id, what, total, done, askedBy },
    status: z.enum(erasureStates).parse(status),
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
