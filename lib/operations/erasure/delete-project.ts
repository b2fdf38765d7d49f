import * as contracts from '@/lib/contracts/data'
import { DAY_MS, HOUR_MS } from '@/lib/contracts/durations'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { tables } from '@/lib/db/generated/columns'
import { inTransaction } from '@/lib/db/transaction'
import { audit, signatureOfDesk } from '../audit'
import { actorName } from '../context'
import { AppError, invalidInput } from '../errors'
import { moveDeadlines } from '../gates/deadline'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { removeNextGone } from '../payloads/release'
import { processEach } from '../work/process-each'
import { allowErasing, MAX_EMPTIED, recordErasure } from './audit-texts'

const DAYS = 7

/** Hides the project and makes it read-only immediately; its data is removed after seven days. */
export const deleteProject = operation(contracts.deleteProject, (ctx, { name }) =>
  inTransaction(ctx, async (tx) => {
    const { id } = ctx.project
    const project = await tx.project.findUniqueOrThrow({ where: { id }, select: { name: true } })
    if (project.name !== name)
      throw invalidInput([{ path: 'name', message: `is not the name of this project, which is "${project.name}"` }])
    const deletesAt = new Date(ctx.now().getTime() + DAYS * DAY_MS)
    await tx.project.update({ where: { id }, data: { deletesAt, deletionBy: actorName(ctx.actor) } })
    const deletion = { deletesAt: deletesAt.toISOString() }
    await audit(tx, ctx, 'project.deletion_asked', { subject: `project:${id}`, after: deletion })
    await announce(tx, { project: id, topic: 'data' }, { project: id, topic: 'gate' })
    return deletion
  }),
)

export const restoreProject = operation(contracts.restoreProject, (ctx) =>
  inTransaction(ctx, async (tx) => {
    const { id } = ctx.project
    const { deletesAt } = await tx.project.findUniqueOrThrow({ where: { id }, select: { deletesAt: true } })
    if (!deletesAt) return { deletesAt: null }
    if (deletesAt <= ctx.now()) throw new AppError('conflict', 'It is too late: the project is being removed.')
    await tx.project.update({ where: { id }, data: { deletesAt: null, deletionBy: null } })
    const askedMs = deletesAt.getTime() - DAYS * DAY_MS
    const gates = await moveDeadlines(tx, id, ctx.now().getTime() - askedMs)
    const after = gates > 0 ? { gatesMoved: gates } : null
    await audit(tx, ctx, 'project.restored', {
      subject: `project:${id}`,
      before: { deletesAt: deletesAt.toISOString() },
      after,
    })
    await announce(tx, { project: id, topic: 'data' }, { project: id, topic: 'gate' })
    return { deletesAt: null }
  }),
)

/** Tables that survive a removed project: its row and the audit log. Payloads are removed separately. */
const STAYING = new Set(['project', 'audit_event', 'audit_head', 'payload'])
const LAST = ['chain', 'membership']

/** All other tables of a project, including ones added later. Referencing tables come before referenced ones. */
const TABLES = Object.values(tables)
  .filter(({ name, columns }) => !STAYING.has(name) && 'projectId' in columns)
  .map(({ name }) => name)
  .sort((a, b) => LAST.indexOf(a) - LAST.indexOf(b) || (a < b ? -1 : 1))

const SLICE = 5000
const BUDGET_MS = 60_000
/** Removal starts this long after the last moment to undo it: the clocks of instances differ, and the undoing may still be running. */
const MARGIN_MS = HOUR_MS

/**
 * Removes the projects whose deletion is due, table by table, in slices with separate transactions; what exceeds a minute is left for the
 * next round. Idempotent, crash-safe, and safe to run concurrently: such a project accepts no writes.
 */
export async function removeProjects(db: Db, clock: () => Date): Promise<void> {
  const due = await db.project.findMany({
    where: { deletesAt: { lte: new Date(clock().getTime() - MARGIN_MS) }, removedAt: null },
    select: { id: true },
  })
  const items = due.map(({ id }) => ({ projectId: id, id }))
  await processEach({ db, kind: 'project_removal', now: clock() }, items, async ({ projectId }) => {
    const ends = performance.now() + BUDGET_MS
    for (const table of TABLES)
      for (let gone = SLICE; gone >= SLICE; ) {
        if (performance.now() > ends) return
        gone = await removeSlice(db, projectId, table)
      }
    if (!(await removePayloads(db, projectId, clock()))) return
    await inTransaction({ db }, (tx) => closeProject(tx, projectId, clock()), { timeout: BUDGET_MS })
  })
}

/**
 * Removes the project's values from the payload store; their rows are kept until each is removed. Returns whether all are.
 * @throws StoreError, or Error if no store is configured
 */
async function removePayloads(db: Db, projectId: string, now: Date): Promise<boolean> {
  await db.payload.updateMany({ where: { projectId }, data: { goneAt: now } })
  while ((await removeNextGone(db, projectId, now)) > 0);
  return (await db.payload.count({ where: { projectId } })) === 0
}

function removeSlice(db: Db, projectId: string, table: string): Promise<number> {
  const name = Prisma.raw(`"${table}"`)
  return inTransaction(
    { db },
    async (tx) => {
      await allowErasing(tx)
      return tx.$executeRaw`
        DELETE FROM ${name} WHERE project_id = ${projectId}::uuid AND ctid = ANY(ARRAY(
          SELECT ctid FROM ${name} WHERE project_id = ${projectId}::uuid LIMIT ${SLICE}))`
    },
    { timeout: BUDGET_MS },
  )
}

/** Empties the audit log, one slice per call, and clears the project's name with the last one. */
async function closeProject(tx: Tx, projectId: string, now: Date): Promise<void> {
  await allowErasing(tx)
  const { deletionBy } = await tx.project.findUniqueOrThrow({ where: { id: projectId }, select: { deletionBy: true } })
  const emptied = await recordErasure(tx, {
    projectId,
    by: signatureOfDesk('Deletion'),
    at: now,
    action: 'project.removed',
    subject: `project:${projectId}`,
    facts: { askedBy: deletionBy },
    of: 'all',
  })
  if (emptied === MAX_EMPTIED) return
  const data = { name: 'Deleted project', slug: `deleted-${projectId}`, timeZone: 'UTC', removedAt: now }
  await tx.project.update({ where: { id: projectId }, data })
}
