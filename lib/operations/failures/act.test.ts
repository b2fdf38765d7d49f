import { beforeEach, describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { failureStatuses } from '@/lib/contracts/vocabulary'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { publishVersion } from '../chains/publish'
import type { Context } from '../context'
import { addDeadLetter } from '../dead-letters/add'
import { listRuns } from '../runs/list'
import { lockIngestShared } from '../runs/lock'
import { makeProject, runBody, type TestProject, takeIn } from '../testing/factories'
import { findDisagreements } from '../testing/rollups-agree'
import { actOnFailureGroups, splitFailureGroup, undoFailureEvent } from './act'
import { getFailureGroup } from './get'
import { getFailurePatterns } from './patterns'
import { searchFailures } from './search'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
const lookup = (who: string) => `Could not load the profile of customer ${who} from the billing service`
const DISK = 'The disk is full'
const LIMIT = 'HTTP 429 Too Many Requests'

const failing = (message: string, hours: number, overrides: Partial<RunBody> = {}): RunBody =>
  runBody({
    startedAt: ago(hours),
    status: 'failed',
    nodes: [{ id: 'fetch', status: 'failed', error: { message } }],
    ...overrides,
  })

let test: TestProject
let reviewer: Context
beforeEach(async () => {
  test = await makeProject()
  reviewer = await test.as('reviewer')
  await takeIn(test.key, [
    failing(lookup('Ada'), 5),
    failing(lookup('Bob'), 4),
    failing(DISK, 3),
    failing(LIMIT, 2),
    failing(LIMIT, 30),
  ])
})

const list = async (input: Parameters<typeof searchFailures.run>[1] = {}) =>
  (await searchFailures.run(test.key, input)).groups
const find = async (words: string) =>
  (await list()).find(({ lastMessage }) => lastMessage.includes(words))?.fingerprint ?? ''
const counts = async () =>
  (await list()).map(({ lastMessage, roots, cascades }) => [lastMessage, roots, cascades] as const)
const act = (input: Parameters<typeof actOnFailureGroups.run>[1], as = reviewer) => actOnFailureGroups.run(as, input)
const get = (group: string) => getFailureGroup.run(test.key, { group })
const runsOf = async (fingerprint: string) => (await listRuns.run(test.key, { fingerprint })).runs.length
const kindsOf = async (group: string) => (await get(group)).events.map(({ kind }) => kind).reverse()
const letter = { operation: 'tool:write', args: {}, category: 'PERMANENT' } as const
const letters = async (group: string) => (await get(group)).deadLetters.map(({ error }) => error)
const agree = async () => expect(await findDisagreements(test.project.id)).toEqual([])

describe('merged groups', () => {
  it('count as one everywhere, and later failures like either join it', async () => {
    const [disk, limit] = [await find('disk'), await find('429')]
    const { into } = await act({ action: 'merge', groups: [disk, limit] })
    expect(into).toBe(limit)
    await takeIn(test.key, [failing(DISK, 1)])
    const [group] = await list({ node: 'fetch' })
    expect(group).toMatchObject({ fingerprint: limit, roots: 4, merged: 1, lastMessage: DISK })
    expect(group?.lastSeenAt).toBe((await get(limit)).examples[0]?.at)
    expect(await list()).toHaveLength(2)
    expect(await runsOf(limit)).toBe(4)
    expect(
      (await getFailurePatterns.run(test.key, { range: '7d' })).groups.find((one) => one.fingerprint === limit)?.roots,
    ).toBe(4)
    expect((await get(disk)).group.fingerprint).toBe(limit)
    await agree()
  })

  it('are restored by an undo, including failures that arrived since', async () => {
    const before = await counts()
    const [disk, limit] = [await find('disk'), await find('429')]
    const { event } = await act({ action: 'merge', groups: [disk, limit] })
    await undoFailureEvent.run(reviewer, { group: limit, event: event ?? '' })
    expect(await counts()).toEqual(before)

    const again = await act({ action: 'merge', groups: [disk, limit] })
    await takeIn(test.key, [failing(DISK, 1)])
    await undoFailureEvent.run(reviewer, { group: limit, event: again.event ?? '' })
    expect((await get(disk)).group).toMatchObject({ roots: 2, merged: 0 })
    expect((await get(limit)).group).toMatchObject({ roots: 2, merged: 0, lastMessage: LIMIT })
    expect(await kindsOf(limit)).toEqual(['merged', 'undone', 'merged', 'undone'])
    await agree()
  })

  it('can be undone once; what was undone says so, and is not offered again', async () => {
    const [disk, limit] = [await find('disk'), await find('429')]
    const { event } = await act({ action: 'merge', groups: [disk, limit] })
    const split = await splitFailureGroup.run(reviewer, { group: limit, member: disk })
    const undo = (id: string | null) => undoFailureEvent.run(reviewer, { group: limit, event: id ?? '' })
    await undo(split.event)
    await undo(event)
    const { events } = await get(limit)
    expect(events.map(({ kind, words, canUndo }) => [kind, words, canUndo])).toEqual([
      ['undone', 'the merge, at fetch', false],
      ['undone', 'the split, at fetch', false],
      ['split', '1 group, at fetch, taken out', false],
      ['merged', 'with 1 group, at fetch', false],
    ])
    await expect(undo(split.event)).rejects.toMatchObject({ code: 'conflict' })
    expect((await get(limit)).group.merged).toBe(0)
  })

  it('can be merged again; an earlier merge can only be undone after the later one', async () => {
    const [disk, limit, load] = [await find('disk'), await find('429'), await find('profile')]
    const first = await act({ action: 'merge', groups: [disk], into: limit })
    const second = await act({ action: 'merge', groups: [limit], into: load })
    expect((await get(load)).group).toMatchObject({ roots: 5, merged: 2 })
    const undo = (group: string, event: string | null) => undoFailureEvent.run(reviewer, { group, event: event ?? '' })
    await expect(undo(limit, first.event)).rejects.toMatchObject({ code: 'conflict' })
    await undo(load, second.event)
    expect((await get(limit)).group).toMatchObject({ roots: 3, merged: 1 })
    await undo(limit, first.event)
    expect((await counts()).map(([, roots]) => roots).sort()).toEqual([1, 2, 2])
  })
})

it('two people who merge at the same time lose no group', async () => {
  const [disk, limit, load] = [await find('disk'), await find('429'), await find('profile')]
  for (let round = 0; round < 6; round++) {
    await Promise.all([
      act({ action: 'merge', groups: [disk], into: limit }),
      act({ action: 'merge', groups: [limit], into: load }),
    ])
    const listed = await list()
    expect(listed.reduce((sum, { roots, cascades }) => sum + roots + cascades, 0)).toBe(5)
    expect(listed.reduce((sum, { merged }) => sum + merged + 1, 0)).toBe(3)
    await getDb().failureGroup.updateMany({ where: { projectId: test.project.id }, data: { mergedInto: null } })
  }
})

describe('splitting a group', () => {
  it('moves one part only while no run arrives or is deleted', async () => {
    const load = await find('Could not load')
    const part = (await get(load)).parts[0]?.part ?? ''
    const ended: string[] = []
    const splitting = await inTransaction({ db: getDb() }, async (tx) => {
      await lockIngestShared(tx, test.project.id)
      const split = splitFailureGroup.run(reviewer, { group: load, part }).then(() => ended.push('split'))
      await new Promise((resolve) => setTimeout(resolve, 500))
      ended.push('run')
      return [split]
    })
    await Promise.all(splitting)
    expect(ended).toEqual(['run', 'split'])
    await agree()
  })

  it('moves the existing and future failures of one part out, and an undo moves them back', async () => {
    const load = await find('profile')
    const { parts, examples } = await get(load)
    expect(parts).toHaveLength(2)
    const part = examples.find(({ message }) => message === lookup('Ada'))?.part ?? ''
    const taken = await splitFailureGroup.run(reviewer, { group: load, part })
    await takeIn(test.key, [failing(lookup('Ada'), 1)])
    expect((await get(taken.group)).group).toMatchObject({
      roots: 2,
      template: lookup('Ada'),
      lastMessage: lookup('Ada'),
    })
    expect((await get(load)).group).toMatchObject({ roots: 1, lastMessage: lookup('Bob') })
    expect(await runsOf(taken.group)).toBe(2)
    await agree()
    await undoFailureEvent.run(reviewer, { group: load, event: taken.event })
    expect((await get(load)).group).toMatchObject({ roots: 3, merged: 1 })
    await agree()
  })

  it('takes out a group that was merged into it', async () => {
    const [disk, limit] = [await find('disk'), await find('429')]
    await act({ action: 'merge', groups: [disk], into: limit })
    const part = (await get(limit)).parts.find(({ message }) => message === DISK)?.part ?? ''
    expect((await splitFailureGroup.run(reviewer, { group: limit, part })).group).toBe(disk)
    expect((await get(disk)).group.roots).toBe(1)
    await act({ action: 'merge', groups: [disk], into: limit })
    expect((await splitFailureGroup.run(reviewer, { group: limit, member: disk })).group).toBe(disk)
  })

  it('moves the dead letters of these failures along', async () => {
    await takeIn(test.key, [failing(lookup('Ada'), 1, { id: 'ada' }), failing(lookup('Bob'), 1, { id: 'bob' })])
    for (const runKey of ['ada', 'bob']) await addDeadLetter(test.key, { ...letter, runKey, error: runKey })
    const load = await find('profile')
    const part = (await get(load)).examples.find(({ message }) => message === lookup('Ada'))?.part ?? ''
    const taken = await splitFailureGroup.run(reviewer, { group: load, part })
    expect([await letters(taken.group), await letters(load)]).toEqual([['ada'], ['bob']])
  })

  it('is refused when all its failures read the same', async () => {
    const disk = await find('disk')
    const part = (await get(disk)).parts[0]?.part ?? ''
    await expect(splitFailureGroup.run(reviewer, { group: disk, part })).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a resolved group', () => {
  const statusOf = async (group: string) => (await get(group)).group.status

  it('regresses at the next failure of any version', async () => {
    const disk = await find('disk')
    await act({ action: 'resolve', groups: [disk] })
    await takeIn(test.key, [failing(DISK, 6)])
    expect(await statusOf(disk)).toBe('resolved')
    await takeIn(test.key, [failing(DISK, -1)])
    expect(await statusOf(disk)).toBe('regressed')
    expect(await kindsOf(disk)).toEqual(['resolved', 'regressed'])
  })

  it('resolved in a version stays resolved for failures of older versions, and regresses in later ones, also by a merged group', async () => {
    const [disk, limit] = [await find('disk'), await find('429')]
    await act({ action: 'merge', groups: [limit], into: disk })
    await takeIn(test.key, [runBody({ version: '1.2.0' }), runBody({ version: '1.10.0' })])
    await act({ action: 'resolve', groups: [disk], version: { chain: 'answers', version: '1.2.0' } })
    await takeIn(test.key, [failing(DISK, -1)])
    expect((await get(disk)).group).toMatchObject({
      status: 'resolved',
      resolvedIn: { chain: 'answers', version: '1.2.0' },
    })
    await takeIn(test.key, [failing(LIMIT, -1, { version: '1.10.0' })])
    expect(await statusOf(disk)).toBe('regressed')
  })

  it('resolved in the next version stays resolved in all versions known by then, and regresses in a newer one of any chain', async () => {
    const disk = await find('disk')
    const other = { chain: 'letters', version: '7' }
    await takeIn(test.key, [runBody({ version: '1.10.0' }), failing(DISK, 1, other)])
    const resolve = () => act({ action: 'resolve', groups: [disk], inNextVersion: true })
    await resolve()
    expect((await get(disk)).group).toMatchObject({ status: 'resolved', resolvedIn: null, resolvedInNext: true })
    expect((await get(disk)).events[0]).toMatchObject({ kind: 'resolved', words: 'in the next version' })
    // 1.2.0 appears later, but is lower than what ran already.
    for (const version of ['1.0.0', '1.10.0', '1.2.0']) await takeIn(test.key, [failing(DISK, -1, { version })])
    await takeIn(test.key, [failing(DISK, -1, other)])
    expect(await statusOf(disk)).toBe('resolved')
    await takeIn(test.key, [failing(DISK, -1, { version: '1.11.0' })])
    expect((await get(disk)).group).toMatchObject({
      status: 'regressed',
      regressedIn: { chain: 'answers', version: '1.11.0' },
      resolvedInNext: false,
    })

    await resolve()
    await takeIn(test.key, [failing(DISK, -1, { version: '1.11.0' })])
    expect(await statusOf(disk)).toBe('resolved')
    await takeIn(test.key, [failing(DISK, -1, { chain: 'letters', version: '8' })])
    expect(await statusOf(disk)).toBe('regressed')
  })

  it('resolved in the next version stays resolved in one that was known by then and published later', async () => {
    const disk = await find('disk')
    await takeIn(test.key, [runBody({ version: '1.10.0' })])
    await act({ action: 'resolve', groups: [disk], inNextVersion: true })
    await publishVersion.run(test.key, { chain: 'answers', version: '1.10.0' })
    await takeIn(test.key, [failing(DISK, -1, { version: '1.10.0' })])
    expect(await statusOf(disk)).toBe('resolved')
    await publishVersion.run(test.key, { chain: 'answers', version: '1.11.0' })
    await takeIn(test.key, [failing(DISK, -1, { version: '1.11.0' })])
    expect(await statusOf(disk)).toBe('regressed')
  })
})

it('filtering by status matches the status that is shown', async () => {
  const now = Date.now()
  const moment = [null, new Date(now - 8 * 24 * HOUR_MS), new Date(now - HOUR_MS), new Date(now + HOUR_MS)]
  const combinations = ['open', 'archived', 'resolved'].flatMap((status) =>
    moment.flatMap((archivedUntil) =>
      moment
        .slice(0, 3)
        .flatMap((regressedAt) =>
          moment
            .slice(1, 3)
            .flatMap((firstSeenAt) =>
              moment
                .slice(0, 2)
                .map((escalatingAt) => ({ status, archivedUntil, regressedAt, firstSeenAt, escalatingAt })),
            ),
        ),
    ),
  )
  const {
    firstSeenAt: _,
    lastSeenAt,
    ...group
  } = await getDb().failureGroup.findFirstOrThrow({
    where: { projectId: test.project.id },
  })
  await getDb().failureGroup.createMany({
    data: combinations.map((facts, at) => ({
      ...{ ...group, lastSeenAt, fingerprint: `group-${at}` },
      ...{ ...facts, firstSeenAt: facts.firstSeenAt ?? lastSeenAt },
    })),
  })
  for (const status of failureStatuses) {
    const shown = await searchFailures.run(test.key, { status: [status], limit: 200 })
    expect(shown.groups.length).toBe(shown.counts?.[status])
    expect(new Set(shown.groups.map((one) => one.status))).toEqual(new Set([status]))
  }
})

describe('actions on groups', () => {
  it('apply to the groups they fit, and are refused for others with a reason', async () => {
    const [disk, limit] = [await find('disk'), await find('429')]
    await act({ action: 'archive', groups: [disk], until: ago(-48) })
    const { done, results } = await act({ action: 'reopen', groups: [disk, limit, 'none'] })
    expect(done).toBe(1)
    expect(results.map(({ error }) => error)).toEqual([null, 'it is open', 'not found'])
    expect(await kindsOf(disk)).toEqual(['archived', 'reopened'])
  })

  it('can be filtered by status and owner, with counts of every status', async () => {
    const [disk, limit, load] = [await find('disk'), await find('429'), await find('profile')]
    const { userId } = await test.key.db.membership.findFirstOrThrow({ where: { projectId: test.project.id } })
    await act({ action: 'archive', groups: [disk], untilEscalating: true })
    await act({ action: 'resolve', groups: [limit] })
    await act({ action: 'assign', groups: [load], owner: userId })
    const found = await searchFailures.run(reviewer, {
      status: ['archived', 'resolved'],
      owner: 'none',
      trend: true,
      range: '7d',
    })
    expect(found.groups.map(({ fingerprint }) => fingerprint)).toEqual([limit, disk])
    expect(found.counts).toMatchObject({ new: 0, archived: 1, resolved: 1 })
    expect(found.groups[0]?.marks?.reduce((sum, { roots }) => sum + roots, 0)).toBe(2)
    expect((await searchFailures.run(reviewer, { owner: 'me' })).groups.map((one) => one.fingerprint)).toEqual([load])
    expect((await list({ sort: 'most', range: '24h' })).map(({ roots }) => roots)).toEqual([2, 1, 1])
    const page = await searchFailures.run(test.key, { sort: 'most', limit: 2 })
    expect(
      (await searchFailures.run(test.key, { sort: 'most', limit: 2, cursor: page.next ?? '' })).groups,
    ).toHaveLength(1)
  })

  it.each([
    [{ action: 'assign' }, 'owner'],
    [{ action: 'archive', until: ago(1) }, 'until'],
    [{ action: 'archive', until: ago(-1), untilEscalating: true }, 'until'],
    [{ action: 'resolve', until: ago(-1) }, 'until'],
    [{ action: 'archive', inNextVersion: true }, 'inNextVersion'],
    [{ action: 'resolve', inNextVersion: true, version: { chain: 'answers', version: '1.0.0' } }, 'version'],
    [{ action: 'resolve', version: { chain: 'answers', version: '9' } }, 'version'],
    [{ action: 'assign', owner: '00000000-0000-7000-8000-000000000000' }, 'owner'],
    [{ action: 'merge' }, 'groups'],
  ] as const)('%j names the invalid field: %s', async (input, path) => {
    await expect(act({ ...input, groups: [await find('disk')] })).rejects.toMatchObject({ issues: [{ path }] })
  })

  it("require the right to decide, and the group's own project", async () => {
    const groups = [await find('disk')]
    await expect(act({ action: 'resolve', groups }, test.key)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(act({ action: 'resolve', groups }, await test.as('viewer'))).rejects.toMatchObject({
      code: 'forbidden',
    })
    const other = await makeProject()
    expect((await act({ action: 'resolve', groups }, await other.as('admin'))).results[0]?.error).toBe('not found')
    await expect(getFailureGroup.run(other.key, { group: groups[0] ?? '' })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await getDb().failureGroupEvent.count({ where: { projectId: test.project.id } })).toBe(0)
  })
})
