import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { makeProject } from '../testing/factories'
import { AFTER_BOTH, makeTwoWeeks } from '../testing/two-weeks'
import { addWeeklyAction, listWeeklyActions, updateWeeklyAction } from './actions'
import { makeWeek, writeMarkdown, writeMissingMarkdown } from './make'
import { getWeek } from './page'

const week = '2026-W10'
const next = '2026-W11'

describe('an action', () => {
  it('stores its metric, and the next week reports whether it moved', async () => {
    const { at } = await makeTwoWeeks()
    const ctx = at(AFTER_BOTH)
    const quality = (chain: string) => ({ kind: 'quality' as const, chain })
    await addWeeklyAction.run(ctx, { week, text: 'Watch answers', metric: quality('answers') })
    await addWeeklyAction.run(ctx, { week, text: 'Watch search', metric: quality('search') })
    await addWeeklyAction.run(ctx, { week, text: 'Watch failures', metric: { kind: 'failed_runs' } })
    await addWeeklyAction.run(ctx, { week, text: 'Tidy up', dueOn: '2026-03-12' })
    const { report } = await getWeek.run(ctx, { week: next })
    expect(report.lastActions.map(({ text, moved, isOverdue }) => [text, moved, isOverdue])).toEqual([
      ['Watch answers', 'worse', false],
      ['Watch search', 'within_noise', false],
      ['Watch failures', 'within_noise', false],
      ['Tidy up', null, true],
    ])
    expect(report.lastActions[0]?.now).toBe(report.chains.find(({ chain }) => chain === 'answers')?.current.mean)
  })

  it('is carried over while open, and not after it is done, when it is overdue no more', async () => {
    const { at } = await makeTwoWeeks()
    const ctx = at(AFTER_BOTH)
    const { action } = await addWeeklyAction.run(ctx, { week, text: 'Rewrite the prompt', dueOn: '2026-03-17' })
    const later = at(new Date('2026-03-30T09:00:00Z'))
    const carriedTo = async (each: string) =>
      (await getWeek.run(later, { week: each })).report.lastActions.map(({ id, isOverdue }) => [id, isOverdue])
    expect(await carriedTo('2026-W12')).toEqual([[action.id, true]])
    await updateWeeklyAction.run(at(new Date('2026-03-18T09:00:00Z')), { week, actionId: action.id, status: 'done' })
    expect(await carriedTo('2026-W12')).toEqual([[action.id, false]])
    expect(await carriedTo('2026-W13')).toEqual([])
  })

  it('is updated only in the given fields, and leaves the frozen page unchanged', async () => {
    const { as, at } = await makeTwoWeeks()
    const ctx = at(AFTER_BOTH)
    await makeWeek.run(ctx, { week })
    const frozen = await getWeek.run(ctx, { week })
    const rita = await as('reviewer', 'Rita')
    const owner = await getDb().user.findFirstOrThrow({
      where: { memberships: { some: { projectId: ctx.project.id } } },
    })
    const added = await addWeeklyAction.run(
      { ...rita, now: ctx.now },
      { week, text: 'A', ownerId: owner.id, dueOn: '2026-03-20' },
    )
    const { action } = await updateWeeklyAction.run(ctx, { week, actionId: added.action.id, status: 'done' })
    expect(action).toMatchObject({ text: 'A', owner: 'Rita', dueOn: '2026-03-20', status: 'done', createdBy: 'Rita' })
    expect(action.closedAt).toBe(AFTER_BOTH.toISOString())
    const reopened = await updateWeeklyAction.run(ctx, { week, actionId: action.id, status: 'open', ownerId: null })
    expect(reopened.action).toMatchObject({ status: 'open', closedAt: null, owner: null, dueOn: '2026-03-20' })
    const page = await getWeek.run(ctx, { week })
    expect(page.report).toEqual(frozen.report)
    expect(page.actions).toEqual((await listWeeklyActions.run(ctx, { week })).actions)
    expect(page.markdown).toContain('- [ ] A (unassigned, due 2026-03-20)')
  })

  it('of a person who left is marked as such, can still be changed, and can be reassigned to a member', async () => {
    const { at, as, project } = await makeTwoWeeks()
    const ctx = at(AFTER_BOTH)
    const rita = await as('reviewer', 'Rita')
    const userId = rita.actor.kind === 'user' ? rita.actor.userId : ''
    const { action } = await addWeeklyAction.run(ctx, { week, text: 'A', ownerId: userId })
    expect(action).toMatchObject({ owner: 'Rita', hasOwnerLeft: false })
    await getDb().membership.delete({ where: { projectId_userId: { projectId: project.id, userId } } })
    const change = (input: object) => updateWeeklyAction.run(ctx, { week, actionId: action.id, ...input })
    expect((await change({ text: 'B', ownerId: userId })).action).toMatchObject({ text: 'B', hasOwnerLeft: true })
    expect((await getWeek.run(ctx, { week })).markdown).toContain('- [ ] B (Rita, who has left)')
    expect((await change({ ownerId: null })).action).toMatchObject({ owner: null, hasOwnerLeft: false })
    await expect(change({ ownerId: userId })).rejects.toMatchObject({ issues: [{ path: 'ownerId' }] })
  })

  it('is refused with the invalid field, and nothing is stored', async () => {
    const { at, as } = await makeTwoWeeks()
    const ctx = at(AFTER_BOTH)
    const stranger = await (await makeProject()).as('admin')
    const ownerId = stranger.actor.kind === 'user' ? stranger.actor.userId : ''
    const add = (input: object) => addWeeklyAction.run(ctx, { week, text: 'A', ...input })
    await expect(add({ ownerId })).rejects.toMatchObject({ issues: [{ path: 'ownerId' }] })
    await expect(add({ metric: { kind: 'quality', chain: 'none' } })).rejects.toMatchObject({
      issues: [{ path: 'metric.chain' }],
    })
    await expect(add({ dueOn: '2026-02-30' })).rejects.toMatchObject({ issues: [{ path: 'dueOn' }] })
    await expect(add({ text: ' ' })).rejects.toMatchObject({ issues: [{ path: 'text' }] })
    await expect(addWeeklyAction.run(await as('viewer'), { week, text: 'A' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect((await listWeeklyActions.run(ctx, { week })).actions).toEqual([])
    const { action } = await add({})
    const other = await makeTwoWeeks()
    const change = { week, actionId: action.id, status: 'done' as const }
    await expect(updateWeeklyAction.run(other.at(AFTER_BOTH), change)).rejects.toMatchObject({ code: 'not_found' })
    await expect(updateWeeklyAction.run(ctx, { ...change, week: next })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the exported file of a week', () => {
  it("is written to its project's folder, dated on the Monday after", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'veritas-memory-'))
    try {
      const { at, project } = await makeTwoWeeks()
      const ctx = at(AFTER_BOTH)
      await makeWeek.run(ctx, { week: next })
      await writeMarkdown(ctx, next, folder)
      const page = await getWeek.run(ctx, { week: next })
      expect(page.filename).toBe('memory/2026-03-16.md')
      expect(await readFile(path.join(folder, project.slug, 'memory/2026-03-16.md'), 'utf8')).toBe(page.markdown)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('is written later if it is missing, and not overwritten if it exists', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'veritas-memory-'))
    try {
      const { at, project } = await makeTwoWeeks()
      const ctx = at(AFTER_BOTH)
      await makeWeek.run(ctx, { week: next })
      const file = path.join(folder, project.slug, 'memory/2026-03-16.md')
      await writeMissingMarkdown(ctx, next, folder)
      expect(await readFile(file, 'utf8')).toBe((await getWeek.run(ctx, { week: next })).markdown)
      await writeFile(file, 'edited')
      await writeMissingMarkdown(ctx, next, folder)
      expect(await readFile(file, 'utf8')).toBe('edited')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('is optional: a write error does not fail the page', async () => {
    const { at } = await makeTwoWeeks()
    await makeWeek.run(at(AFTER_BOTH), { week: next })
    await expect(writeMarkdown(at(AFTER_BOTH), next, '/dev/null')).resolves.toBeUndefined()
  })

  it('escapes Markdown in texts of users', async () => {
    const { at } = await makeTwoWeeks()
    await addWeeklyAction.run(at(AFTER_BOTH), { week, text: '# Big\n| a | <b>' })
    expect((await getWeek.run(at(AFTER_BOTH), { week })).markdown).toContain(
      String.raw`- [ ] \# Big \| a \| \<b\> (unassigned)`,
    )
  })
})
