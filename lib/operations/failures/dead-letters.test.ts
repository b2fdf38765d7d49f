import { v7 as uuid } from 'uuid'
import { beforeEach, expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { addDeadLetter } from '../dead-letters/add'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { holdTable } from '../testing/killed-worker'
import { PATIENCE } from '../testing/patience'
import { actOnFailureGroups } from './act'
import { getFailureGroup } from './get'
import { searchFailures } from './search'

const DISK = 'The disk is full'
const LIMIT = 'HTTP 429 Too Many Requests'
const letter = { operation: 'tool:write', args: {}, category: 'PERMANENT' } as const

const failing = (message: string, id: string) =>
  runBody({ id, status: 'failed', nodes: [{ id: 'fetch', status: 'failed', error: { message } }] })

let test: TestProject
beforeEach(async () => {
  test = await makeProject()
  await ingest(test.key, [failing(DISK, 'full'), failing(LIMIT, 'limited')])
})

const find = async (message: string) => {
  const { groups } = await searchFailures.run(test.key, {})
  return groups.find(({ lastMessage }) => lastMessage.includes(message))?.fingerprint ?? ''
}
const letters = async (group: string) =>
  (await getFailureGroup.run(test.key, { group })).deadLetters.map(({ error }) => error)

it('a group lists only the dead letters of its own runs, and those of merged groups', async () => {
  for (const runKey of ['full', 'limited', 'never-came'])
    await addDeadLetter(test.key, { ...letter, runKey, error: `${runKey} is dead` })
  const [disk, limit] = [await find('disk'), await find('429')]
  expect(await letters(disk)).toEqual(['full is dead'])
  await actOnFailureGroups.run(await test.as('reviewer'), { action: 'merge', groups: [disk, limit] })
  expect((await letters(limit)).sort()).toEqual(['full is dead', 'limited is dead'])
})

it('a group finds a dead letter that arrived while its run was stored', async () => {
  const disk = await find('disk')
  const counts = await holdTable('rollup_failure')
  const run = ingest(test.key, [failing(DISK, 'together')])
  await counts.isWantedBy(1)
  const added = addDeadLetter(test.key, { ...letter, runKey: 'together', error: 'came with its run' })
  const isHeld = vi.waitFor(async () => {
    const waiting = await getDb().$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`
    expect(waiting).toHaveLength(1)
  }, PATIENCE)
  await Promise.race([added, isHeld])
  await counts.release()
  await Promise.all([run, added])
  expect(await letters(disk)).toEqual(['came with its run'])
})

it('a group counts all its dead letters, of which ten are listed', async () => {
  const disk = await find('disk')
  await addDeadLetter(test.key, { ...letter, runKey: 'full', error: 'one' })
  const { projectId, fingerprints } = await getDb().deadLetter.findFirstOrThrow({
    where: { projectId: test.project.id },
  })
  const data = Array.from({ length: 30 }, () => ({ ...letter, projectId, id: uuid(), runKey: 'full', fingerprints }))
  await getDb().deadLetter.createMany({ data: data.map((row) => ({ ...row, error: 'more' })) })
  const { deadLetters, deadLetterCount } = await getFailureGroup.run(test.key, { group: disk })
  expect([deadLetters.length, deadLetterCount]).toEqual([10, 31])
})

it('a group finds its dead letters among hundreds of newer ones, whether they arrived before or after their runs', async () => {
  const disk = await find('disk')
  const at = (seconds: number) => test.at(new Date(Date.now() + seconds * 1000))
  await addDeadLetter(at(-20), { ...letter, runKey: 'later', error: 'came before its run' })
  await ingest(test.key, [failing(DISK, 'later'), failing(DISK, 'earlier')])
  await addDeadLetter(at(-10), { ...letter, runKey: 'earlier', error: 'came after its run' })
  const newer = Array.from({ length: 600 }, () => ({
    ...{ ...letter, projectId: test.project.id, id: uuid() },
    ...{ runKey: 'limited', fingerprints: ['of another group'], error: 'newer' },
  }))
  await getDb().deadLetter.createMany({ data: newer })
  expect(await letters(disk)).toEqual(['came after its run', 'came before its run'])
})
