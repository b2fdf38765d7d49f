import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { ingest, makeProject, runBody } from '../testing/factories'
import { actOnFailureGroups } from './act'
import { sweepEscalations } from './escalation'
import { getFailureGroup } from './get'

const DAY_MS = 86_400_000
const NOW = new Date('2026-03-20T12:30:00Z')
const DISK = 'The disk is full'

const failing = (message: string, daysAgo: number) =>
  runBody({
    startedAt: new Date(NOW.getTime() - daysAgo * DAY_MS).toISOString(),
    status: 'failed',
    nodes: [{ id: 'fetch', status: 'failed', error: { message } }],
  })
const times = <T>(count: number, of: () => T) => Array.from({ length: count }, of)

it('a group that fails more than ever escalates, leaves the archive, and calms down again', async () => {
  const test = await makeProject()
  const at = (daysAhead: number) => test.at(new Date(NOW.getTime() + daysAhead * DAY_MS))
  const sweep = (daysAhead: number) => sweepEscalations(getDb(), new Date(NOW.getTime() + daysAhead * DAY_MS))
  const before = Array.from({ length: 16 }, (_, day) => [failing(DISK, day + 2), failing('HTTP 429', day + 2)]).flat()
  await ingest(test.key, [...before, failing(DISK, 0.2), failing('HTTP 429', 0.2)])
  const groups = await getDb().failureGroup.findMany({
    where: { projectId: test.project.id },
    orderBy: { template: 'desc' },
  })
  const [disk = '', limit = ''] = groups.map(({ fingerprint }) => fingerprint)
  const see = async (group: string, daysAhead = 0) => getFailureGroup.run(at(daysAhead), { group })
  await sweep(0)
  expect((await see(disk)).group.status).toBe('ongoing')

  await actOnFailureGroups.run(
    { ...(await test.as('reviewer')), now: () => NOW },
    { action: 'archive', groups: [disk], untilEscalating: true },
  )
  await ingest(
    test.key,
    times(12, () => failing(DISK, 0.1)),
  )
  expect((await see(disk)).group.status).toBe('archived')
  await sweep(0)
  expect(await see(disk)).toMatchObject({
    group: { status: 'escalating' },
    escalation: { state: 'escalating', count: 13 },
  })
  expect((await see(limit)).group.status).toBe('ongoing')

  await sweep(3)
  const { group, events } = await see(disk, 3)
  expect(group.status).toBe('ongoing')
  expect(events.map(({ kind }) => kind)).toEqual(['calmed', 'escalated', 'archived'])
})
