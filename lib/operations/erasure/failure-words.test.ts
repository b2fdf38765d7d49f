import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { failureData } from '@/lib/engine/webhooks/event-data'
import { putRetention } from '../data/policy'
import { sweepRetention } from '../erasure/retention'
import { actOnFailureGroups } from '../failures/act'
import { searchFailures } from '../failures/search'
import { requestReview } from '../gates/open'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { findText } from '../testing/find-text'
import { findDisagreements } from '../testing/rollups-agree'
import { emit } from '../webhooks/emit'
import { createEndpoint } from '../webhooks/endpoints'
import { makeWeek } from '../weekly/make'
import { getWeek } from '../weekly/page'
import { deleteRuns } from './delete-runs'

const SECRET = 'Xyzzyplugh'
const week = '2026-W10'

const failed = (message: string, startedAt = '2026-03-03T10:00:00Z') =>
  runBody({ status: 'failed', startedAt, nodes: [{ id: 'look', status: 'failed', error: { message } }] })

async function frozenWeek({ key, as }: TestProject) {
  const ids = await ingest(key, [failed(`${SECRET} is not a customer`), failed('The disk is full')])
  const admin = await as('admin', 'Ada')
  await makeWeek.run(key, { week })
  return { admin, runId: [...ids.values()][0] ?? '' }
}

const kindsOf = async ({ key }: TestProject) =>
  (await getWeek.run(key, { week })).report.failures.groups.map(({ template, node, roots }) => ({
    template,
    node,
    roots,
  }))

it('a frozen week keeps the numbers of a kind of failure whose runs are deleted, and not a word of them', async () => {
  const test = await makeProject()
  const { admin, runId } = await frozenWeek(test)
  expect(await findText(test.project.id, SECRET)).not.toEqual([])
  await deleteRuns.run(admin, { runIds: [runId] })
  expect(await findText(test.project.id, SECRET)).toEqual([])
  expect(await kindsOf(test)).toEqual(
    expect.arrayContaining([
      { template: '[content removed]', node: 'look', roots: 1 },
      { template: 'The disk is full', node: 'look', roots: 1 },
    ]),
  )
  expect((await getWeek.run(test.key, { week })).markdown).toContain('content removed')
})

it('a kind of failure without words takes none of another that is merged into it, which would outlive that one', async () => {
  const test = await makeProject()
  const [projectId, admin] = [test.project.id, await test.as('admin', 'Ada')]
  const ids = [...(await ingest(test.key, [failed('The disk is full'), failed(`${SECRET} is no customer`)])).values()]
  const groups = await getDb().failureGroup.findMany({ where: { projectId }, orderBy: { template: 'asc' } })
  const [disk = '', other = ''] = groups.map(({ fingerprint }) => fingerprint)
  await actOnFailureGroups.run(admin, { action: 'merge', groups: [disk, other], into: disk })
  await deleteRuns.run(admin, { runIds: ids.slice(0, 1) })
  const again = await ingest(test.key, [failed(`${SECRET} is no customer`)])
  await deleteRuns.run(admin, { runIds: [...ids.slice(1), ...again.values()] })
  expect(await findText(projectId, SECRET)).toEqual([])
})

it('no message to a webhook about a kind of failure outlives its runs', async () => {
  const test = await makeProject()
  const [projectId, admin] = [test.project.id, await test.as('admin', 'Ada')]
  await createEndpoint.run(admin, { name: 'hook', url: 'https://example.com/', events: ['failure.escalated'] })
  const ids = await ingest(test.key, [failed(`${SECRET} is not a customer`), failed('The disk is full')])
  for (const group of await getDb().failureGroup.findMany({ where: { projectId } }))
    await emit(getDb(), projectId, 'failure.escalated', failureData(group, 'It escalates.', {}), new Date())
  expect(await getDb().webhookMessage.count({ where: { projectId } })).toBe(2)
  await deleteRuns.run(admin, { runIds: [[...ids.values()][0] ?? ''] })
  expect(await findText(projectId, SECRET)).toEqual([])
  expect(await getDb().webhookMessage.count({ where: { projectId } })).toBe(1)
  expect(await getDb().webhookDelivery.count({ where: { projectId } })).toBe(1)
})

it.each([
  ['texts', { contentDays: 30, runDays: null }],
  ['runs', { contentDays: null, runDays: 30 }],
])(
  'when the last %s of a kind of failure are past their retention, its numbers stay without its words',
  async (_, policy) => {
    const test = await makeProject()
    const { admin } = await frozenWeek(test)
    await ingest(test.key, [failed('The disk is full', new Date().toISOString())])
    await putRetention.run(admin, { ...policy, expected: 0 })
    await sweepRetention(getDb(), () => new Date())
    expect(await findText(test.project.id, SECRET)).toEqual([])
    expect(await findText(test.project.id, 'disk is full')).not.toEqual([])
    const kinds = async () =>
      (await searchFailures.run(test.key, {})).groups.map(({ template, roots }) => [template, roots]).sort()
    expect(await kinds()).toEqual([
      ['The disk is full', 2],
      ['[content removed]', 1],
    ])
    expect(await findDisagreements(test.project.id)).toEqual([])
    await ingest(test.key, [failed(`${SECRET} is not a customer`, new Date().toISOString())])
    expect(await kinds()).toEqual([
      ['The disk is full', 2],
      [`${SECRET} is not a customer`, 2],
    ])
  },
)

it('a frozen week keeps how gates were decided that are deleted with their run, and not what they asked', async () => {
  const test = await makeProject()
  const [runId = ''] = (
    await ingest(test.key, [runBody({ id: `of ${SECRET}`, startedAt: '2026-03-03T10:00:00Z' })])
  ).values()
  const now = new Date('2026-03-04T10:00:00Z')
  await requestReview.run(test.at(now), { runId, question: 'Is it good?' })
  await makeWeek.run(test.key, { week })
  const waiting = async () => (await getWeek.run(test.key, { week })).report.gates.overdue.map(({ title }) => title)
  expect(await waiting()).toEqual([expect.stringContaining(SECRET)])
  await deleteRuns.run(await test.as('admin', 'Ada'), { runIds: [runId] })
  expect(await waiting()).toEqual(['[content removed]'])
  expect(await findText(test.project.id, SECRET)).toEqual([])
})
