import { beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { publishVersion } from '../chains/publish'
import { endMembership } from '../members/members'
import { actorOf } from '../testing/change-scene'
import { ingest, makeProject, runBody } from '../testing/factories'
import { ago, DISK, failing, LIMIT, makeFailures } from '../testing/kinds-of-failure'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { getFailureGroup } from './get'
import { searchFailures } from './search'

let desk: Awaited<ReturnType<typeof makeFailures>>
beforeEach(async () => {
  desk = await makeFailures()
})

it('a group is not given to a person who is leaving at the same moment', async () => {
  const [disk, ben] = [await desk.find('disk'), await desk.as('reviewer', 'Ben')]
  const { userId } = actorOf(ben)
  let assigning: Promise<unknown> = Promise.resolve()
  await inTransaction({ db: getDb() }, async (tx) => {
    await endMembership(tx, desk.project.id, userId, new Date())
    assigning = desk.act({ action: 'assign', groups: [disk], owner: userId }).catch((error) => error.issues)
    await untilLockIsWaitedFor(tx)
  })
  expect(await assigning).toMatchObject([{ path: 'owner' }])
})

describe('a resolved group', () => {
  const statusOf = async (group: string) => (await desk.get(group)).group.status

  it('regresses at the next failure of any version', async () => {
    const disk = await desk.find('disk')
    await desk.act({ action: 'resolve', groups: [disk] })
    await ingest(desk.key, [failing(DISK, 6)])
    expect(await statusOf(disk)).toBe('resolved')
    await ingest(desk.key, [failing(DISK, -1)])
    expect(await statusOf(disk)).toBe('regressed')
    expect(await desk.kindsOf(disk)).toEqual(['resolved', 'regressed'])
  })

  it('resolved in a version stays resolved for failures of older versions, and regresses in later ones, also by a merged group', async () => {
    const [disk, limit] = [await desk.find('disk'), await desk.find('429')]
    await desk.act({ action: 'merge', groups: [limit], into: disk })
    await ingest(desk.key, [runBody({ version: '1.2.0' }), runBody({ version: '1.10.0' })])
    await desk.act({ action: 'resolve', groups: [disk], version: { chain: 'answers', version: '1.2.0' } })
    await ingest(desk.key, [failing(DISK, -1)])
    expect((await desk.get(disk)).group).toMatchObject({
      status: 'resolved',
      resolvedIn: { chain: 'answers', version: '1.2.0' },
    })
    await ingest(desk.key, [failing(LIMIT, -1, { version: '1.10.0' })])
    expect(await statusOf(disk)).toBe('regressed')
  })

  it('resolved in the next version stays resolved in all versions known by then, and regresses in a newer one of any chain', async () => {
    const disk = await desk.find('disk')
    const other = { chain: 'letters', version: '7' }
    await ingest(desk.key, [runBody({ version: '1.10.0' }), failing(DISK, 1, other)])
    const resolve = () => desk.act({ action: 'resolve', groups: [disk], inNextVersion: true })
    await resolve()
    expect((await desk.get(disk)).group).toMatchObject({ status: 'resolved', resolvedIn: null, resolvedInNext: true })
    expect((await desk.get(disk)).events[0]).toMatchObject({ kind: 'resolved', words: 'in the next version' })
    // 1.2.0 appears later, but is lower than what ran already.
    for (const version of ['1.0.0', '1.10.0', '1.2.0']) await ingest(desk.key, [failing(DISK, -1, { version })])
    await ingest(desk.key, [failing(DISK, -1, other)])
    expect(await statusOf(disk)).toBe('resolved')
    await ingest(desk.key, [failing(DISK, -1, { version: '1.11.0' })])
    expect((await desk.get(disk)).group).toMatchObject({
      status: 'regressed',
      regressedIn: { chain: 'answers', version: '1.11.0' },
      resolvedInNext: false,
    })

    await resolve()
    await ingest(desk.key, [failing(DISK, -1, { version: '1.11.0' })])
    expect(await statusOf(disk)).toBe('resolved')
    await ingest(desk.key, [failing(DISK, -1, { chain: 'letters', version: '8' })])
    expect(await statusOf(disk)).toBe('regressed')
  })

  it('resolved in the next version stays resolved in one that was known by then and published later', async () => {
    const disk = await desk.find('disk')
    await ingest(desk.key, [runBody({ version: '1.10.0' })])
    await desk.act({ action: 'resolve', groups: [disk], inNextVersion: true })
    await publishVersion.run(desk.key, { chain: 'answers', version: '1.10.0' })
    await ingest(desk.key, [failing(DISK, -1, { version: '1.10.0' })])
    expect(await statusOf(disk)).toBe('resolved')
    await publishVersion.run(desk.key, { chain: 'answers', version: '1.11.0' })
    await ingest(desk.key, [failing(DISK, -1, { version: '1.11.0' })])
    expect(await statusOf(disk)).toBe('regressed')
  })
})

describe('actions on groups', () => {
  it('apply to the groups they fit, and are refused for others with a reason', async () => {
    const [disk, limit] = [await desk.find('disk'), await desk.find('429')]
    await desk.act({ action: 'archive', groups: [disk], until: ago(-48) })
    const { done, results } = await desk.act({ action: 'reopen', groups: [disk, limit, 'none'] })
    expect(done).toBe(1)
    expect(results.map(({ error }) => error)).toEqual([null, 'it is open', 'not found'])
    expect(await desk.kindsOf(disk)).toEqual(['archived', 'reopened'])
  })

  it('can be filtered by status and owner, with counts of every status', async () => {
    const [disk, limit, load] = [await desk.find('disk'), await desk.find('429'), await desk.find('profile')]
    const { userId } = await desk.key.db.membership.findFirstOrThrow({ where: { projectId: desk.project.id } })
    await desk.act({ action: 'archive', groups: [disk], untilEscalating: true })
    await desk.act({ action: 'resolve', groups: [limit] })
    await desk.act({ action: 'assign', groups: [load], owner: userId })
    const found = await searchFailures.run(desk.reviewer, {
      status: ['archived', 'resolved'],
      owner: 'none',
      trend: true,
      range: '7d',
    })
    expect(found.groups.map(({ fingerprint }) => fingerprint)).toEqual([limit, disk])
    expect(found.counts).toMatchObject({ new: 0, archived: 1, resolved: 1 })
    expect(found.groups[0]?.marks?.reduce((sum, { roots }) => sum + roots, 0)).toBe(2)
    expect((await searchFailures.run(desk.reviewer, { owner: 'me' })).groups.map((one) => one.fingerprint)).toEqual([
      load,
    ])
    expect((await desk.list({ sort: 'most', range: '24h' })).map(({ roots }) => roots)).toEqual([2, 1, 1])
    const page = await searchFailures.run(desk.key, { sort: 'most', limit: 2 })
    expect(
      (await searchFailures.run(desk.key, { sort: 'most', limit: 2, cursor: page.next ?? '' })).groups,
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
    await expect(desk.act({ ...input, groups: [await desk.find('disk')] })).rejects.toMatchObject({
      issues: [{ path }],
    })
  })

  it("require the right to decide, and the group's own project", async () => {
    const groups = [await desk.find('disk')]
    await expect(desk.act({ action: 'resolve', groups }, desk.key)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(desk.act({ action: 'resolve', groups }, await desk.as('viewer'))).rejects.toMatchObject({
      code: 'forbidden',
    })
    const other = await makeProject()
    expect((await desk.act({ action: 'resolve', groups }, await other.as('admin'))).results[0]?.error).toBe('not found')
    await expect(getFailureGroup.run(other.key, { group: groups[0] ?? '' })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await getDb().failureGroupEvent.count({ where: { projectId: desk.project.id } })).toBe(0)
  })
})
