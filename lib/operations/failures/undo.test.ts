import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { personOf } from '../context'
import { listNotifications } from '../notifications/list'
import { ingest } from '../testing/factories'
import { ago, DISK, failing, LIMIT, lookup, makeFailures } from '../testing/kinds-of-failure'
import { projectRows } from '../testing/project-rows'
import { splitFailureGroup } from './merge'
import { undoFailureEvents } from './undo'

let desk: Awaited<ReturnType<typeof makeFailures>>
let disk: string
beforeEach(async () => {
  desk = await makeFailures()
  disk = await desk.find('disk')
})

const set = (data: object) =>
  getDb().failureGroup.update({
    where: { projectId_fingerprint: { projectId: desk.project.id, fingerprint: disk } },
    data,
  })
const statusOf = async () => (await desk.get(disk)).group.status
const eventOf = async (input: Parameters<typeof desk.act>[0]) => (await desk.act(input)).results[0]?.event
const me = () => personOf(desk.reviewer.actor)?.userId ?? ''

const states: [string, () => Promise<unknown>][] = [
  ['new', async () => undefined],
  ['regressed', () => set({ regressedAt: new Date(ago(2)) })],
  ['escalating', () => set({ escalatingAt: new Date(ago(2)), regressedAt: new Date(ago(3)) })],
  ['owned', () => set({ ownerId: me() })],
  ['archived until a time', () => desk.act({ action: 'archive', groups: [disk], until: ago(-48) })],
  ['archived until it escalates', () => desk.act({ action: 'archive', groups: [disk], untilEscalating: true })],
  ['resolved', () => desk.act({ action: 'resolve', groups: [disk], version: { chain: 'answers', version: '1.0.0' } })],
  ['resolved in the next version', () => desk.act({ action: 'resolve', groups: [disk], inNextVersion: true })],
]
const acts = [
  { action: 'resolve' },
  { action: 'resolve', inNextVersion: true },
  { action: 'archive', untilEscalating: true },
  { action: 'archive', until: ago(-24) },
  { action: 'reopen' },
  { action: 'assign', owner: null },
] as const

it('has a history of which the newest 200 entries are listed, and all counted', async () => {
  const entry = { projectId: desk.project.id, fingerprint: disk, kind: 'resolved', by: 'Ada', at: new Date() }
  const data = Array.from({ length: 205 }, () => ({ ...entry, id: randomUUID() }))
  await getDb().failureGroupEvent.createMany({ data })
  const { events, eventCount } = await desk.get(disk)
  expect([events.length, eventCount]).toEqual([200, 205])
})

describe.each(states)('a kind of failure that was %s', (state, prepare) => {
  const isFit = ({ action }: (typeof acts)[number]) =>
    action === 'reopen' ? /archived|^resolved/.test(state) : action === 'resolve' ? !state.startsWith('resolved') : true
  it.each(acts.filter(isFit))('is so again once %j is taken back', async (act) => {
    await prepare()
    const before = await projectRows(desk.project.id)
    const event = await eventOf({ ...act, groups: [disk] })
    expect(await desk.undo(disk, event)).toBeNull()
    expect(await projectRows(desk.project.id)).toEqual(before)
    expect(await desk.undo(disk, event)).toBe('this was taken back already')
  })
})

describe('a kind of failure that is reopened', () => {
  it.each([['regressed'], ['escalating']] as const)(
    'is %s again, if it was before it was archived and resolved',
    async (state) => {
      await states.find(([name]) => name === state)?.[1]()
      await desk.act({ action: 'archive', groups: [disk] })
      await desk.act({ action: 'resolve', groups: [disk] })
      await desk.act({ action: 'reopen', groups: [disk] })
      expect(await statusOf()).toBe(state)
      await desk.act({ action: 'resolve', groups: [disk] })
      expect(await statusOf()).toBe('resolved')
      await desk.act({ action: 'reopen', groups: [disk] })
      expect(await statusOf()).toBe(state)
    },
  )
})

describe('what was done with kinds of failure', () => {
  it('is taken back from the last on, the owner apart from the status, and says so', async () => {
    const archive = await eventOf({ action: 'archive', groups: [disk] })
    const assign = await eventOf({ action: 'assign', groups: [disk], owner: me() })
    const resolve = await eventOf({ action: 'resolve', groups: [disk] })
    expect(await desk.undo(disk, archive)).toContain('changed again since')
    const canUndo = async () => (await desk.get(disk)).events.map((event) => [event.kind, event.canUndo])
    expect(await canUndo()).toEqual([
      ['resolved', true],
      ['assigned', true],
      ['archived', false],
    ])
    expect(await desk.undo(disk, assign)).toBeNull()
    expect(await desk.undo(disk, resolve)).toBeNull()
    expect(await statusOf()).toBe('archived')
    expect(await desk.undo(disk, archive)).toBeNull()
    expect(
      (await desk.get(disk)).events.slice(0, 3).map(({ kind, words, canUndo: can }) => [kind, words, can]),
    ).toEqual([
      ['undone', 'the archiving', false],
      ['undone', 'the resolution', false],
      ['undone', 'the new owner', false],
    ])
  })

  it('stays, and says why, if an earlier release did not note what it replaced', async () => {
    const archive = await eventOf({ action: 'archive', groups: [disk] })
    await getDb().$executeRaw`
      UPDATE failure_group_event SET detail = (detail::jsonb - 'was') WHERE project_id = ${desk.project.id}::uuid AND id = ${archive}::uuid`
    expect(await desk.undo(disk, archive)).toContain('an earlier release did not note')
    expect(await statusOf()).toBe('archived')
  })

  it('is taken back of many at once, each unless it was changed since', async () => {
    const limit = await desk.find('429')
    const { results } = await desk.act({ action: 'resolve', groups: [disk, limit] })
    await desk.act({ action: 'reopen', groups: [limit] })
    const events = results.map(({ group, event }) => ({ group, event: event ?? '' }))
    const answer = await undoFailureEvents.run(desk.reviewer, { events })
    expect(answer).toMatchObject({ done: 1, refused: 1 })
    expect(answer.results.map(({ error }) => error)).toEqual([null, expect.stringContaining('changed again')])
    expect(await statusOf()).toBe('new')
  })

  it('stays where it came back since, was merged, or would be resolved although it failed since', async () => {
    const resolve = await eventOf({ action: 'resolve', groups: [disk] })
    await ingest(desk.key, [failing(DISK, -1)])
    expect(await statusOf()).toBe('regressed')
    expect(await desk.undo(disk, resolve)).toContain('changed again since')
    await desk.act({ action: 'resolve', groups: [disk] })
    const archive = await eventOf({ action: 'archive', groups: [disk] })
    await ingest(desk.key, [failing(DISK, -2)])
    expect(await desk.undo(disk, archive)).toContain('failed again since')
    const reopened = await eventOf({ action: 'reopen', groups: [disk] })
    await desk.act({ action: 'merge', groups: [disk], into: await desk.find('429') })
    expect(await desk.undo(disk, reopened)).toContain('merged')
    expect(await desk.undo(disk, '00000000-0000-7000-8000-000000000000')).toBe('not found')
  })

  it('is taken back once by two people at the same time', async () => {
    const event = await eventOf({ action: 'resolve', groups: [disk] })
    const other = await desk.as('reviewer', 'Olga')
    const answers = await Promise.all([desk.undo(disk, event), desk.undo(disk, event, other)])
    expect(answers.toSorted()).toEqual([null, 'this was taken back already'])
    expect(await statusOf()).toBe('new')
  })

  it('is no longer told to a new owner who has not read it', async () => {
    const other = await desk.as('reviewer', 'Olga')
    const owner = personOf(other.actor)?.userId ?? ''
    const event = await eventOf({ action: 'assign', groups: [disk], owner })
    const told = async () => (await listNotifications.run(other, {})).notifications.length
    expect(await told()).toBe(1)
    await desk.undo(disk, event)
    expect(await told()).toBe(0)
  })

  it('needs a person who decides, and its own project', async () => {
    const event = await eventOf({ action: 'resolve', groups: [disk] })
    await expect(desk.undo(disk, event, await desk.as('viewer'))).rejects.toMatchObject({ code: 'forbidden' })
    const other = await makeFailures()
    expect(await desk.undo(disk, event, other.reviewer)).toBe('not found')
    expect(await statusOf()).toBe('resolved')
  })
})

describe('when a group was first seen', () => {
  const firstSeen = async (group: string) => (await desk.get(group)).group.firstSeenAt
  /** Deletes the first run with a failure of a group by its age: what was counted of it stays. */
  const forgetFirst = async (group: string) => {
    const first = await getDb().failure.findFirstOrThrow({
      where: { projectId: desk.project.id, fingerprint: group },
      orderBy: { occurredAt: 'asc' },
    })
    await getDb().failure.deleteMany({ where: { projectId: desk.project.id, runId: first.runId } })
    return first.occurredAt.toISOString()
  }

  it('is what it was once a merge, or the split of a merged one, is taken back, though those failures were deleted', async () => {
    const [limit, load] = [await desk.find('429'), await desk.find('profile')]
    await ingest(desk.key, [failing(LIMIT, 1), failing(lookup('Ada'), 1)])
    const first = { limit: await forgetFirst(limit), load: await forgetFirst(load) }
    const merge = () => desk.act({ action: 'merge', groups: [limit, load], into: load })
    await desk.undo(load, (await merge()).event)
    expect([await firstSeen(limit), await firstSeen(load)]).toEqual([first.limit, first.load])
    await merge()
    const merged = await projectRows(desk.project.id)
    const split = await splitFailureGroup.run(desk.reviewer, { group: load, member: limit })
    await desk.undo(load, split.event)
    expect(await projectRows(desk.project.id)).toEqual(merged)
  })

  it('is that of the earlier of two that are merged, and its own for each that is taken out again', async () => {
    const [limit, load] = [await desk.find('429'), await desk.find('profile')]
    await ingest(desk.key, [failing(LIMIT, 1)])
    const first = { limit: await forgetFirst(limit), load: await firstSeen(load) }
    await desk.act({ action: 'merge', groups: [load, limit], into: load })
    expect(await firstSeen(load)).toBe(first.limit)
    await splitFailureGroup.run(desk.reviewer, { group: load, member: limit })
    expect([await firstSeen(limit), await firstSeen(load)]).toEqual([first.limit, first.load])
  })

  it('stays after a part was taken out of it that is not its first', async () => {
    const load = await desk.find('profile')
    await ingest(desk.key, [failing(lookup('Ada'), 3)])
    const first = await forgetFirst(load)
    const { examples } = await desk.get(load)
    const part = examples.find(({ message }) => message === lookup('Bob'))?.part ?? ''
    const { event, group } = await splitFailureGroup.run(desk.reviewer, { group: load, part })
    expect(await firstSeen(load)).toBe(first)
    expect(await firstSeen(group)).not.toBe(first)
    await desk.undo(load, event)
    expect(await firstSeen(load)).toBe(first)
  })
})
