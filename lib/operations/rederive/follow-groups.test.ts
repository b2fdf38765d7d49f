import { beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { ago, DISK, makeFailures } from '../testing/kinds-of-failure'
import { findDisagreements } from '../testing/rollups-agree'
import { rederiveRuns } from './rederive'

let desk: Awaited<ReturnType<typeof makeFailures>>
beforeEach(async () => {
  desk = await makeFailures()
})

/** Stores a group as an earlier rule made it: under another fingerprint, with a message that no new one is similar to. */
async function asGroupedBefore(fingerprint: string): Promise<string> {
  const [projectId, db, older] = [desk.project.id, getDb(), `v0:${fingerprint}`]
  const own = { where: { projectId, fingerprint } }
  await db.failureGroup.updateMany({
    ...own,
    data: { fingerprint: older, leaf: 'older', template: 'older', node: 'older' },
  })
  for (const table of ['failure', 'rollupFailure', 'rollupFailureDay', 'rollupGroupDay', 'failureGroupEvent'] as const)
    await (db[table] as typeof db.failure).updateMany({ ...own, data: { fingerprint: older } })
  await db.failureTemplate.deleteMany({ where: { projectId, groupedAs: fingerprint } })
  return older
}

async function upgrade() {
  const [projectId, db] = [desk.project.id, getDb()]
  await db.rederivation.create({ data: { projectId, afterId: null } })
  await rederiveRuns(db, () => new Date())
  expect(await db.failingWork.count({ where: { projectId } })).toBe(0)
  expect(await findDisagreements(projectId)).toEqual([])
}

describe('a kind of failure that an upgrade groups differently', () => {
  it('keeps its address, its state and its owner, and says what happened', async () => {
    const disk = await desk.find(DISK)
    const { userId = '' } = desk.reviewer.actor.kind === 'user' ? desk.reviewer.actor : {}
    await desk.act({ action: 'assign', groups: [disk], owner: userId })
    await desk.act({ action: 'archive', groups: [disk], until: ago(-100) })
    const older = await asGroupedBefore(disk)
    await upgrade()
    const { group, members } = await desk.get(older)
    expect(group).toMatchObject({ fingerprint: older, status: 'archived', owner: { id: userId }, roots: 1 })
    expect(members).toMatchObject([{ fingerprint: disk, roots: 1 }])
    expect(await desk.kindsOf(older)).toEqual(['assigned', 'archived', 'merged'])
    expect((await desk.get(disk)).group.fingerprint).toBe(older)
    expect((await desk.list()).filter(({ lastMessage }) => lastMessage.includes(DISK))).toMatchObject([{ roots: 1 }])
  })

  it('leads to the new one if nobody did anything with it', async () => {
    const disk = await desk.find(DISK)
    const older = await asGroupedBefore(disk)
    await upgrade()
    const { group, events } = await desk.get(older)
    expect(group).toMatchObject({ fingerprint: disk, roots: 1 })
    expect(events).toEqual([])
  })

  it('stays merged into the one that a person merged it into', async () => {
    const [disk, limit] = [await desk.find(DISK), await desk.find('429')]
    const older = await asGroupedBefore(disk)
    await desk.act({ action: 'merge', groups: [older, limit], into: limit })
    await upgrade()
    const { group, members } = await desk.get(older)
    expect(group).toMatchObject({ fingerprint: limit, roots: 3 })
    expect(members).toMatchObject([
      { fingerprint: older, roots: 0 },
      { fingerprint: disk, roots: 1 },
    ])
    expect(await desk.list()).toHaveLength(2)
  })

  it('leads to one that people acted on, which stays as it is', async () => {
    const [disk, limit] = [await desk.find(DISK), await desk.find('429')]
    await desk.act({ action: 'archive', groups: [limit], until: ago(-100) })
    const older = await asGroupedBefore(disk)
    await desk.act({ action: 'resolve', groups: [older] })
    await getDb().failureTemplate.create({
      data: { projectId: desk.project.id, fingerprint: disk, groupedAs: limit },
    })
    await upgrade()
    expect((await desk.get(older)).group).toMatchObject({ fingerprint: limit, status: 'archived', roots: 3 })
  })
})
