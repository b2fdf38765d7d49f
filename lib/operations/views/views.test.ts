import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { prune, RETENTION } from '../pruning/prune'
import { makeProject, type TestProject } from '../testing/factories'
import { projectRows } from '../testing/project-rows'
import { createView, deleteView, listViews, MAX_OWN, restoreView, updateView } from './views'

let test: TestProject
let ada: Context
let ben: Context
let viewer: Context

beforeAll(async () => {
  test = await makeProject()
  ada = await test.as('reviewer', 'Ada')
  ben = await test.as('reviewer', 'Ben')
  viewer = await test.as('viewer', 'Vic')
})

const names = async (ctx: Context) => (await listViews.run(ctx, { screen: 'runs' })).views.map((view) => view.name)

it('own views are private, and shared ones are visible to all members', async () => {
  await createView.run(ada, { screen: 'runs', name: 'Mine', query: '?status=failed' })
  const { view } = await createView.run(ada, { screen: 'runs', name: 'Ours', scope: 'shared', query: 'tag=urgent' })
  expect(await names(ada)).toEqual(['Mine', 'Ours'])
  expect(await names(ben)).toEqual(['Ours'])
  expect(view).toMatchObject({ query: 'tag=urgent', owner: { name: 'Ada' }, isMine: true, mayChange: true })
  expect((await listViews.run(await (await makeProject()).as('admin'), {})).views).toEqual([])
})

it('a view is changed by its owner or an admin, and everyone can choose a default', async () => {
  const { view } = await createView.run(ada, { screen: 'runs', name: 'Slow', scope: 'shared', query: 'text=slow' })
  const change = { viewId: view.id, query: 'text=slower' }
  await expect(updateView.run(ben, change)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(deleteView.run(ben, { viewId: view.id })).rejects.toMatchObject({ code: 'forbidden' })
  expect((await updateView.run(await test.as('admin'), change)).view.query).toBe('text=slower')
  expect((await updateView.run(ben, { viewId: view.id, isDefault: true })).view.isDefault).toBe(true)
  expect((await listViews.run(ada, {})).views.find(({ id }) => id === view.id)?.isDefault).toBe(false)
  expect((await updateView.run(ben, { viewId: view.id, isDefault: false })).view.isDefault).toBe(false)
  await deleteView.run(ada, { viewId: view.id })
  expect(await names(ben)).not.toContain('Slow')
})

it('an admin can take a view that another person shared back to them', async () => {
  const share = { screen: 'runs', name: 'Out of date', scope: 'shared', query: 'tag=old' } as const
  const { view } = await createView.run(ada, share)
  const admin = await test.as('admin')
  expect((await updateView.run(admin, { viewId: view.id, scope: 'own' })).view).toMatchObject({
    scope: 'own',
    owner: { name: 'Ada' },
    isMine: false,
  })
  expect(await names(admin)).not.toContain('Out of date')
  expect(await names(ada)).toContain('Out of date')
})

it('viewers can keep views but not share them, and names are unique', async () => {
  await createView.run(viewer, { screen: 'runs', name: 'Mine', query: '' })
  await expect(
    createView.run(viewer, { screen: 'runs', name: 'All', scope: 'shared', query: '' }),
  ).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(createView.run(viewer, { screen: 'runs', name: 'Mine', query: '' })).rejects.toMatchObject({
    code: 'conflict',
    issues: [{ path: 'name' }],
  })
})

it('a name is given once, however many ask for it at the same time', async () => {
  const share = { screen: 'runs', name: 'Raced', scope: 'shared', query: '' } as const
  const given = await Promise.allSettled([ada, ben, ada, ben].map((who) => createView.run(who, share)))
  expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await names(ada)).filter((name) => name === 'Raced')).toHaveLength(1)
})

it('whoever became a viewer no longer changes what they shared, but still their own', async () => {
  const cleo = await test.as('reviewer', 'Cleo')
  const share = { screen: 'runs', name: 'Shared once', scope: 'shared', query: 'tag=a' } as const
  const { view: shared } = await createView.run(cleo, share)
  const { view: own } = await createView.run(cleo, { screen: 'runs', name: 'Kept', query: 'tag=a' })
  const { userId = '' } = cleo.actor.kind === 'user' ? cleo.actor : {}
  await test.key.db.membership.update({
    where: { projectId_userId: { projectId: test.project.id, userId } },
    data: { role: 'viewer' },
  })
  await expect(updateView.run(cleo, { viewId: shared.id, query: 'tag=b' })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(deleteView.run(cleo, { viewId: shared.id })).rejects.toMatchObject({ code: 'forbidden' })
  expect((await updateView.run(cleo, { viewId: own.id, query: 'tag=b' })).view.query).toBe('tag=b')
})

it('a view that was removed is restored as it was, for everyone whose list opened with it, unless its name was given since', async () => {
  const share = { screen: 'gates', name: 'Late', scope: 'shared', query: 'state=pending' } as const
  const { view } = await createView.run(ada, share)
  const { view: other } = await createView.run(ben, { ...share, name: 'Other', scope: 'own' })
  for (const ctx of [ada, ben, viewer]) await updateView.run(ctx, { viewId: view.id, isDefault: true })
  const before = await projectRows(test.project.id)
  await deleteView.run(ada, { viewId: view.id })
  expect((await listViews.run(ben, { screen: 'gates' })).views).toMatchObject([{ name: 'Other', isDefault: false }])
  await expect(restoreView.run(ben, { viewId: view.id })).rejects.toMatchObject({ code: 'forbidden' })
  expect((await restoreView.run(ada, { viewId: view.id })).view).toMatchObject({ isDefault: true, isMine: true })
  expect(await projectRows(test.project.id)).toEqual(before)
  await deleteView.run(ada, { viewId: view.id })
  await updateView.run(ben, { viewId: other.id, isDefault: true })
  await restoreView.run(ada, { viewId: view.id })
  expect((await listViews.run(ben, { screen: 'gates' })).views.filter(({ isDefault }) => isDefault)).toMatchObject([
    { name: 'Other' },
  ])
  await deleteView.run(ada, { viewId: view.id })
  await createView.run(ben, share)
  await expect(restoreView.run(ada, { viewId: view.id })).rejects.toMatchObject({ code: 'conflict' })
})

it('a view that was removed is not restored beyond the most views of its owner', async () => {
  const dan = await test.as('reviewer', 'Dan')
  const { view } = await createView.run(dan, { screen: 'convergence', name: 'Spare', query: '' })
  await deleteView.run(dan, { viewId: view.id })
  const { id: _, ...row } = await getDb().savedView.findFirstOrThrow({
    where: { projectId: test.project.id, id: view.id },
  })
  const full = Array.from({ length: MAX_OWN }, (_, n) => ({ ...row, id: uuid(), name: `View ${n}`, removedAt: null }))
  await getDb().savedView.createMany({ data: full })
  const restore = (who: Context) => restoreView.run(who, { viewId: view.id })
  await expect(restore(dan)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('You have 200'),
  })
  await deleteView.run(dan, { viewId: full[0]?.id ?? '' })
  expect((await restore(dan)).view.name).toBe('Spare')
})

it('a view that was removed is deleted after a day', async () => {
  const { view } = await createView.run(ada, { screen: 'failures', name: 'Old', query: '' })
  await updateView.run(ada, { viewId: view.id, isDefault: true })
  await deleteView.run(ada, { viewId: view.id })
  const where = { projectId: test.project.id, id: view.id }
  await prune(getDb(), new Date(Date.now() + RETENTION.removedViews - 60_000))
  expect(await getDb().savedView.count({ where })).toBe(1)
  await prune(getDb(), new Date(Date.now() + RETENTION.removedViews + 60_000))
  expect(await getDb().savedView.count({ where })).toBe(0)
  expect(await getDb().defaultView.count({ where: { projectId: test.project.id, viewId: view.id } })).toBe(0)
  await expect(restoreView.run(ada, { viewId: view.id })).rejects.toMatchObject({ code: 'not_found' })
})

it('views are in the order people look for a name in', async () => {
  const { as } = await makeProject()
  const admin = await as('admin')
  for (const name of ['Week 10', 'Week 2', 'all']) await createView.run(admin, { screen: 'runs', name, query: 'a=b' })
  expect(await names(admin)).toEqual(['all', 'Week 2', 'Week 10'])
})
