import { beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { addDeadLetter } from '../dead-letters/add'
import { listRuns } from '../runs/list'
import { lockIngestShared } from '../runs/lock'
import { ingest } from '../testing/factories'
import { DISK, failing, LIMIT, lookup, makeFailures } from '../testing/kinds-of-failure'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { findDisagreements } from '../testing/rollups-agree'
import { splitFailureGroup } from './merge'
import { getFailurePatterns } from './patterns'

let desk: Awaited<ReturnType<typeof makeFailures>>
beforeEach(async () => {
  desk = await makeFailures()
})

const counts = async () =>
  (await desk.list()).map(({ lastMessage, roots, cascades }) => [lastMessage, roots, cascades] as const)
const runsOf = async (fingerprint: string) => (await listRuns.run(desk.key, { fingerprint })).runs.length
const letter = { operation: 'tool:write', args: {}, category: 'PERMANENT' } as const
const letters = async (group: string) => (await desk.get(group)).deadLetters.map(({ error }) => error)
const agree = async () => expect(await findDisagreements(desk.project.id)).toEqual([])

describe('merged groups', () => {
  it('count as one everywhere, and later failures like either join it', async () => {
    const [disk, limit] = [await desk.find('disk'), await desk.find('429')]
    const { into } = await desk.act({ action: 'merge', groups: [disk, limit] })
    expect(into).toBe(limit)
    await ingest(desk.key, [failing(DISK, 1)])
    const [group] = await desk.list({ node: 'fetch' })
    expect(group).toMatchObject({ fingerprint: limit, roots: 4, merged: 1, lastMessage: DISK })
    expect(group?.lastSeenAt).toBe((await desk.get(limit)).examples[0]?.at)
    expect(await desk.list()).toHaveLength(2)
    expect(await runsOf(limit)).toBe(4)
    expect(
      (await getFailurePatterns.run(desk.key, { range: '7d' })).groups.find((one) => one.fingerprint === limit)?.roots,
    ).toBe(4)
    expect((await desk.get(disk)).group.fingerprint).toBe(limit)
    await agree()
  })

  it('are restored by an undo, including failures that arrived since', async () => {
    const before = await counts()
    const [disk, limit] = [await desk.find('disk'), await desk.find('429')]
    const { event } = await desk.act({ action: 'merge', groups: [disk, limit] })
    await desk.undo(limit, event)
    expect(await counts()).toEqual(before)

    const again = await desk.act({ action: 'merge', groups: [disk, limit] })
    await ingest(desk.key, [failing(DISK, 1)])
    await desk.undo(limit, again.event)
    expect((await desk.get(disk)).group).toMatchObject({ roots: 2, merged: 0 })
    expect((await desk.get(limit)).group).toMatchObject({ roots: 2, merged: 0, lastMessage: LIMIT })
    expect(await desk.kindsOf(limit)).toEqual(['merged', 'undone', 'merged', 'undone'])
    await agree()
  })

  it('can be undone once; what was undone says so, and is not offered again', async () => {
    const [disk, limit] = [await desk.find('disk'), await desk.find('429')]
    const { event } = await desk.act({ action: 'merge', groups: [disk, limit] })
    const split = await splitFailureGroup.run(desk.reviewer, { group: limit, member: disk })
    const undo = (id: string | null) => desk.undo(limit, id)
    await undo(split.event)
    await undo(event)
    const { events } = await desk.get(limit)
    expect(events.map(({ kind, words, canUndo }) => [kind, words, canUndo])).toEqual([
      ['undone', 'the merge, at fetch', false],
      ['undone', 'the split, at fetch', false],
      ['split', '1 group, at fetch', false],
      ['merged', 'with 1 group, at fetch', false],
    ])
    expect(await undo(split.event)).toBe('this was taken back already')
    expect((await desk.get(limit)).group.merged).toBe(0)
  })

  it('can be merged again; an earlier merge can only be undone after the later one', async () => {
    const [disk, limit, load] = [await desk.find('disk'), await desk.find('429'), await desk.find('profile')]
    const first = await desk.act({ action: 'merge', groups: [disk], into: limit })
    const second = await desk.act({ action: 'merge', groups: [limit], into: load })
    expect((await desk.get(load)).group).toMatchObject({ roots: 5, merged: 2 })
    expect(await desk.undo(limit, first.event)).toContain('moved again since')
    await desk.undo(load, second.event)
    expect((await desk.get(limit)).group).toMatchObject({ roots: 3, merged: 1 })
    await desk.undo(limit, first.event)
    expect((await counts()).map(([, roots]) => roots).sort()).toEqual([1, 2, 2])
  })
})

it('two people who merge at the same time lose no group', async () => {
  const [disk, limit, load] = [await desk.find('disk'), await desk.find('429'), await desk.find('profile')]
  for (let round = 0; round < 6; round++) {
    await Promise.all([
      desk.act({ action: 'merge', groups: [disk], into: limit }),
      desk.act({ action: 'merge', groups: [limit], into: load }),
    ])
    const listed = await desk.list()
    expect(listed.reduce((sum, { roots, cascades }) => sum + roots + cascades, 0)).toBe(5)
    expect(listed.reduce((sum, { merged }) => sum + merged + 1, 0)).toBe(3)
    await getDb().failureGroup.updateMany({ where: { projectId: desk.project.id }, data: { mergedInto: null } })
  }
})

describe('splitting a group', () => {
  it('moves one part only while no run arrives or is deleted', async () => {
    const load = await desk.find('Could not load')
    const part = (await desk.get(load)).parts[0]?.part ?? ''
    const ended: string[] = []
    const splitting = await inTransaction({ db: getDb() }, async (tx) => {
      await lockIngestShared(tx, desk.project.id)
      const split = splitFailureGroup.run(desk.reviewer, { group: load, part }).then(() => ended.push('split'))
      await untilLockIsWaitedFor(tx)
      ended.push('run')
      return [split]
    })
    await Promise.all(splitting)
    expect(ended).toEqual(['run', 'split'])
    await agree()
  })

  it('moves the existing and future failures of one part out, and an undo moves them back', async () => {
    const load = await desk.find('profile')
    const { parts, examples } = await desk.get(load)
    expect(parts).toHaveLength(2)
    const part = examples.find(({ message }) => message === lookup('Ada'))?.part ?? ''
    const taken = await splitFailureGroup.run(desk.reviewer, { group: load, part })
    await ingest(desk.key, [failing(lookup('Ada'), 1)])
    expect((await desk.get(taken.group)).group).toMatchObject({
      roots: 2,
      template: lookup('Ada'),
      lastMessage: lookup('Ada'),
    })
    expect((await desk.get(load)).group).toMatchObject({ roots: 1, lastMessage: lookup('Bob') })
    expect(await runsOf(taken.group)).toBe(2)
    await agree()
    await desk.undo(load, taken.event)
    expect((await desk.get(load)).group).toMatchObject({ roots: 3, merged: 1 })
    await agree()
  })

  it('takes out a group that was merged into it', async () => {
    const [disk, limit] = [await desk.find('disk'), await desk.find('429')]
    await desk.act({ action: 'merge', groups: [disk], into: limit })
    const part = (await desk.get(limit)).parts.find(({ message }) => message === DISK)?.part ?? ''
    expect((await splitFailureGroup.run(desk.reviewer, { group: limit, part })).group).toBe(disk)
    expect((await desk.get(disk)).group.roots).toBe(1)
    await desk.act({ action: 'merge', groups: [disk], into: limit })
    expect((await splitFailureGroup.run(desk.reviewer, { group: limit, member: disk })).group).toBe(disk)
  })

  it('moves the dead letters of these failures along', async () => {
    await ingest(desk.key, [failing(lookup('Ada'), 1, { id: 'ada' }), failing(lookup('Bob'), 1, { id: 'bob' })])
    for (const runKey of ['ada', 'bob']) await addDeadLetter(desk.key, { ...letter, runKey, error: runKey })
    const load = await desk.find('profile')
    const part = (await desk.get(load)).examples.find(({ message }) => message === lookup('Ada'))?.part ?? ''
    const taken = await splitFailureGroup.run(desk.reviewer, { group: load, part })
    expect([await letters(taken.group), await letters(load)]).toEqual([['ada'], ['bob']])
  })

  it('is refused when all its failures read the same', async () => {
    const disk = await desk.find('disk')
    const part = (await desk.get(disk)).parts[0]?.part ?? ''
    await expect(splitFailureGroup.run(desk.reviewer, { group: disk, part })).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})
