import { v7 as uuid } from 'uuid'
import {
  createView as createContract,
  deleteView as deleteContract,
  listViews as listContract,
  restoreView as restoreContract,
  type SavedView,
  savedView,
  updateView as updateContract,
} from '@/lib/contracts/views'
import type { Db, Tx } from '@/lib/db/client'
import type { SavedView as ViewRow } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { roleHolds } from '../authorize'
import { type ProjectContext, personOf } from '../context'
import { AppError, invalidInput, notFound } from '../errors'
import { announce } from '../live/changes'
import { byName } from '../natural-order'
import { operation } from '../operation'

/** The most views of one person in a project. */
export const MAX_OWN = 200

/** Lists the caller's own views and the shared ones, by name. */
export const listViews = operation(listContract, async (ctx, { screen }) => ({
  views: await selectViews(ctx, ctx.db, screen ? { screen } : {}),
  mayShare: mayShare(ctx),
}))

export const createView = operation(createContract, async (ctx, { screen, name, scope, query }) => {
  const projectId = ctx.project.id
  const ownerId = ownerOf(ctx)
  if (scope === 'shared') assertMayShare(ctx)
  const id = uuid()
  const view = await inTransaction(ctx, async (tx) => {
    await lockNames(tx, projectId)
    if (await hasAsManyAsAllowed(tx, projectId, ownerId))
      throw invalidInput([{ path: 'name', message: `you have ${MAX_OWN} views already: remove one first` }])
    await assertNameIsFree(tx, { projectId, screen, scope, ownerId }, name)
    const at = ctx.now()
    await tx.savedView.create({
      data: { projectId, id, screen, name, scope, query: withoutMark(query), ownerId, createdAt: at, updatedAt: at },
    })
    await audit(tx, ctx, 'view.created', { subject: `view:${id}`, after: { screen, name, scope, query } })
    await announce(tx, { project: projectId, topic: 'views' })
    return loadView(ctx, tx, id)
  })
  return { view }
})

/** Changes a view, which only its owner or an admin may, or the caller's default. */
export const updateView = operation(updateContract, async (ctx, { viewId, isDefault, ...changes }) => {
  const projectId = ctx.project.id
  const userId = ownerOf(ctx)
  const view = await inTransaction(ctx, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM saved_view WHERE project_id = ${projectId}::uuid AND id = ${viewId}::uuid FOR UPDATE`
    const before = await loadView(ctx, tx, viewId)
    const { name, scope, query } = changes
    const isChanged = name !== undefined || scope !== undefined || query !== undefined
    if (isChanged) assertMayChange(before)
    if (scope === 'shared' && before.scope !== 'shared') assertMayShare(ctx)
    if (name !== undefined || scope !== undefined) {
      await lockNames(tx, projectId)
      const place = { projectId, screen: before.screen, scope: scope ?? before.scope, ownerId: before.owner.id }
      await assertNameIsFree(tx, place, name ?? before.name, viewId)
    }
    if (isChanged)
      await tx.savedView.update({
        where: { projectId_id: { projectId, id: viewId } },
        data: {
          ...(name !== undefined && { name }),
          ...(scope !== undefined && { scope }),
          ...(query !== undefined && { query: withoutMark(query) }),
          updatedAt: ctx.now(),
        },
      })
    if (isDefault !== undefined)
      await chooseDefault(tx, { projectId, userId, screen: before.screen }, viewId, isDefault)
    const was = { name: before.name, scope: before.scope, query: before.query, isDefault: before.isDefault }
    const becomes = { ...was, ...changes, ...(isDefault !== undefined && { isDefault }) }
    await audit(tx, ctx, 'view.updated', { subject: `view:${viewId}`, before: was, after: becomes })
    await announce(tx, { project: projectId, topic: 'views' })
    return loadView(ctx, tx, viewId, before.owner.id)
  })
  return { view }
})

/** Hides a view. Whose list it opened with is kept, so that it can be restored as it was; after a day it is deleted. */
export const deleteView = operation(deleteContract, async (ctx, { viewId }) => {
  const projectId = ctx.project.id
  await inTransaction(ctx, async (tx) => {
    const view = await loadView(ctx, tx, viewId)
    assertMayChange(view)
    await setRemoved(tx, projectId, viewId, ctx.now())
    const { screen, name, scope, query } = view
    await audit(tx, ctx, 'view.deleted', { subject: `view:${viewId}`, before: { screen, name, scope, query } })
    await announce(tx, { project: projectId, topic: 'views' })
  })
  return {}
})

/** Restores a view that was removed. @throws conflict if its name is given to another by now, or its owner has as many as allowed */
export const restoreView = operation(restoreContract, async (ctx, { viewId }) => {
  const projectId = ctx.project.id
  const view = await inTransaction(ctx, async (tx) => {
    await lockNames(tx, projectId)
    const [removed] = await selectViews(ctx, tx, { id: viewId, removedAt: { not: null } })
    if (removed) {
      assertMayChange(removed)
      const { screen, name, scope, query, owner } = removed
      await assertNameIsFree(tx, { projectId, screen, scope, ownerId: owner.id }, name)
      if (await hasAsManyAsAllowed(tx, projectId, owner.id)) {
        const whose = removed.isMine ? 'You have' : `${owner.name} has`
        throw new AppError('conflict', `${whose} ${MAX_OWN} views by now: one of them has to be removed first.`)
      }
      await setRemoved(tx, projectId, viewId, null)
      await audit(tx, ctx, 'view.restored', { subject: `view:${viewId}`, after: { screen, name, scope, query } })
      await announce(tx, { project: projectId, topic: 'views' })
    }
    return loadView(ctx, tx, viewId)
  })
  return { view }
})

const hasAsManyAsAllowed = async (tx: Tx, projectId: string, ownerId: string) =>
  (await tx.savedView.count({ where: { projectId, ownerId, removedAt: null } })) >= MAX_OWN

const setRemoved = (tx: Tx, projectId: string, id: string, removedAt: Date | null) =>
  tx.savedView.update({ where: { projectId_id: { projectId, id } }, data: { removedAt } })

function ownerOf(ctx: ProjectContext): string {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'this is for people: sign in')
  return person.userId
}

const mayShare = ({ role }: ProjectContext) => role !== null && roleHolds(role, 'write')

function assertMayShare(ctx: ProjectContext): void {
  if (!mayShare(ctx))
    throw new AppError('forbidden', 'A viewer keeps views of their own. A reviewer or an admin shares them.')
}

function assertMayChange(view: SavedView): void {
  if (view.mayChange) return
  const who = view.isMine
    ? 'A viewer no longer changes what is shared'
    : `Only ${view.owner.name} or an admin changes this view`
  throw new AppError('forbidden', `${who}. Save it under a name of your own.`)
}

type Place = { projectId: string; screen: string; scope: string; ownerId: string }

/** Serializes what gives views of the project names until the transaction ends, so that no name is given twice. */
async function lockNames(tx: Tx, projectId: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${projectId} view names`}, 0))::text`
}

/** @throws conflict if the menu would show two views with the same name */
async function assertNameIsFree(tx: Tx, { projectId, screen, scope, ownerId }: Place, name: string, except?: string) {
  const where = {
    projectId,
    screen,
    scope,
    name,
    removedAt: null,
    ...(scope === 'own' && { ownerId }),
    ...(except && { id: { not: except } }),
  }
  if (await tx.savedView.findFirst({ where, select: { id: true } }))
    throw new AppError('conflict', `There is a view called "${name}" already.`, [{ path: 'name', message: 'is taken' }])
}

type Chooser = { projectId: string; userId: string; screen: string }

async function chooseDefault(tx: Tx, chooser: Chooser, viewId: string, isDefault: boolean): Promise<void> {
  if (isDefault)
    await tx.defaultView.upsert({
      where: { projectId_userId_screen: chooser },
      create: { ...chooser, viewId },
      update: { viewId },
    })
  else await tx.defaultView.deleteMany({ where: { ...chooser, viewId } })
}

/**
 * Loads a view that the caller may see, or one of `ownerId`.
 * @throws not_found for an unknown view and for another person's own
 */
async function loadView(ctx: ProjectContext, tx: Tx, id: string, ownerId?: string): Promise<SavedView> {
  const [view] = await selectViews(ctx, tx, { id }, ownerId)
  if (!view) throw notFound('view')
  return view
}

async function selectViews(
  ctx: ProjectContext,
  db: Db | Tx,
  where: { screen?: string; id?: string; removedAt?: { not: null } },
  ownerId = ownerOf(ctx),
): Promise<SavedView[]> {
  const projectId = ctx.project.id
  const userId = ownerOf(ctx)
  const rows = await db.savedView.findMany({
    where: { projectId, removedAt: null, ...where, OR: [{ scope: 'shared' }, { ownerId }] },
    orderBy: { id: 'asc' },
  })
  if (rows.length === 0) return []
  const defaults = await db.defaultView.findMany({ where: { projectId, userId }, select: { viewId: true } })
  const owners = await db.user.findMany({
    where: { id: { in: [...new Set(rows.map((row) => row.ownerId))] } },
    select: { id: true, name: true },
  })
  const nameOf = new Map(owners.map((owner) => [owner.id, owner.name]))
  const chosen = new Set(defaults.map(({ viewId }) => viewId))
  return rows.map((row) => toView(row, ctx, userId, nameOf, chosen)).sort((a, b) => byName(a.name, b.name))
}

function toView(
  row: ViewRow,
  ctx: ProjectContext,
  userId: string,
  nameOf: ReadonlyMap<string, string>,
  defaults: ReadonlySet<string>,
): SavedView {
  const isMine = row.ownerId === userId
  return savedView.parse({
    ...row,
    owner: { id: row.ownerId, name: nameOf.get(row.ownerId) ?? 'someone who has left' },
    isMine,
    isDefault: defaults.has(row.id),
    mayChange: ctx.role === 'admin' || (isMine && (row.scope === 'own' || mayShare(ctx))),
    updatedAt: row.updatedAt.toISOString(),
  })
}

const withoutMark = (query: string) => query.replace(/^\?/, '')
