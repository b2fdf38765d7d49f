import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '@/lib/contracts/durations'
import { getDb } from '@/lib/db/client'
import { emitBrief } from '../briefs/get'
import { type Context, personOf } from '../context'
import { ingestBatch } from '../ingest/ingest-batch'
import { removeMember } from '../members/members'
import { listNotifications } from '../notifications/list'
import type { BriefJob } from '../queue/enqueue'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { DISK, failing } from '../testing/kinds-of-failure'
import { sentEvents } from '../testing/sent-events'
import { createEndpoint } from '../webhooks/endpoints'
import { actOnFailureGroups } from './act'
import { sweepEscalations } from './escalation'
import { searchFailures } from './search'

let test: TestProject
let reviewer: Context
let colleague: Context
beforeEach(async () => {
  test = await makeProject()
  reviewer = await test.as('reviewer', 'Rita')
  colleague = await test.as('reviewer', 'Carl')
  await ingest(test.key, [failing(DISK, 3), failing('HTTP 429 Too Many Requests', 2)])
})

const idOf = (person: Context) => personOf(person.actor)?.userId ?? ''
const find = async (words: string) =>
  (await searchFailures.run(test.key, {})).groups.find(({ lastMessage }) => lastMessage.includes(words))?.fingerprint ??
  ''
const act = (input: Parameters<typeof actOnFailureGroups.run>[1], as = reviewer) => actOnFailureGroups.run(as, input)
const noticesOf = async (person: Context) =>
  (await listNotifications.run(person, {})).notifications.map(({ kind, text, link }) => ({ kind, text, link }))
const listen = async (...events: Parameters<typeof createEndpoint.run>[1]['events']) =>
  createEndpoint.run(await test.as('admin'), { name: 'fixer', url: 'https://1.1.1.1/hook', events })
const sent = async () => (await sentEvents(test.project.id)).map(({ type, data }) => ({ type, payload: data }))
const briefJobs = async () =>
  (
    await getDb().$queryRaw<{ data: BriefJob }[]>`
      SELECT data FROM pgboss.job WHERE name = 'brief-ready' AND data->>'projectId' = ${test.project.id}`
  ).map(({ data }) => data)

describe('a resolved group that comes back', () => {
  const resolve = async (group: string) => {
    await ingest(test.key, [runBody({ version: '1.2.0' })])
    await act({ action: 'resolve', groups: [group], version: { chain: 'answers', version: '1.2.0' } })
  }
  const sentence = 'Failure at fetch came back in answers 1.3.0. It was resolved in answers 1.2.0.'

  it('is told to whoever resolved it, to webhooks, and with a brief', async () => {
    await listen('failure.regressed', 'brief.ready')
    const disk = await find('disk')
    await resolve(disk)
    await ingest(test.key, [failing(DISK, -1, { version: '1.3.0' }), failing(DISK, -1, { version: '1.3.0' })])
    const link = `/failures/${encodeURIComponent(disk)}`
    expect(await noticesOf(reviewer)).toEqual([{ kind: 'failure_worse', text: sentence, link }])
    expect(await noticesOf(colleague)).toEqual([])
    expect(await sent()).toMatchObject([
      {
        type: 'failure.regressed',
        payload: {
          url: expect.stringContaining(link),
          summary: `${sentence} ${DISK}`,
          failureGroup: { id: disk, failureClass: 'unknown', node: 'fetch', message: DISK },
          backIn: { chain: 'answers', version: '1.3.0' },
          resolvedIn: { chain: 'answers', version: '1.2.0' },
        },
      },
    ])
    const [job] = await briefJobs()
    expect(job).toEqual({ projectId: test.project.id, kind: 'failureGroup', id: disk })
    if (job) await emitBrief(getDb(), job, () => new Date())
    const [, brief] = await sent()
    expect(brief).toMatchObject({
      type: 'brief.ready',
      payload: { url: expect.stringContaining(link), brief: { subject: { kind: 'failureGroup', id: disk } } },
    })
  })

  it('is told to its owner alone, if it has one', async () => {
    const disk = await find('disk')
    await act({ action: 'assign', groups: [disk], owner: idOf(colleague) }, colleague)
    await resolve(disk)
    await ingest(test.key, [failing(DISK, -1, { version: '1.3.0' })])
    expect((await noticesOf(colleague)).map(({ text }) => text)).toEqual([sentence])
    expect(await noticesOf(reviewer)).toEqual([])
  })

  it('is told to whoever resolved it, if its owner has left, who owns it no longer', async () => {
    const disk = await find('disk')
    await act({ action: 'assign', groups: [disk], owner: idOf(colleague) }, colleague)
    await resolve(disk)
    const admin = await test.as('admin')
    await removeMember.run(admin, { userId: idOf(colleague) })
    expect(await noticesOf(admin)).toMatchObject([
      { text: 'A kind of failure needs an owner: the last one has left', link: '/failures?owner=none' },
    ])
    expect((await searchFailures.run(test.key, { owner: 'none' })).groups).toHaveLength(2)
    await ingest(test.key, [failing(DISK, -1, { version: '1.3.0' })])
    expect((await noticesOf(reviewer)).map(({ text }) => text)).toEqual([sentence])
  })

  it('stays with its owner who leaves another project', async () => {
    const disk = await find('disk')
    const [other, userId] = [await makeProject(), idOf(colleague)]
    await act({ action: 'assign', groups: [disk], owner: userId })
    await getDb().membership.create({ data: { projectId: other.project.id, userId, role: 'reviewer' } })
    await removeMember.run(await other.as('admin'), { userId })
    const { groups } = await searchFailures.run(test.key, { owner: 'none' })
    expect(groups.map(({ fingerprint }) => fingerprint)).toEqual([await find('429')])
  })

  it('is told to no one by runs that are imported as history, or ended over a week ago', async () => {
    await listen('failure.regressed')
    const groups = [await find('disk'), await find('429')]
    const at = new Date(Date.now() - 30 * 24 * HOUR_MS)
    await act({ action: 'resolve', groups }, { ...reviewer, now: () => at })
    await ingestBatch(test.key, [failing(DISK, 1)], 'test', { isQuiet: true })
    await ingest(test.key, [failing('HTTP 429 Too Many Requests', 10 * 24)])
    const { groups: back } = await searchFailures.run(test.key, { status: ['regressed'] })
    expect(back).toHaveLength(2)
    expect(await noticesOf(reviewer)).toEqual([])
    expect(await sent()).toEqual([])
  })
})

describe('assigning groups', () => {
  it('tells the new owner, several at once as one, and hands webhooks a brief of each', async () => {
    await listen('brief.ready')
    const groups = [await find('disk'), await find('429')]
    await act({ action: 'assign', groups: groups.slice(0, 1), owner: idOf(colleague) })
    expect(await noticesOf(colleague)).toEqual([
      {
        kind: 'failure_assigned',
        text: 'Rita gave you a failure: Failure at fetch',
        link: `/failures/${encodeURIComponent(groups[0] ?? '')}`,
      },
    ])
    await act({ action: 'assign', groups, owner: idOf(colleague) })
    expect(await noticesOf(colleague)).toMatchObject([
      { text: 'Rita gave you 3 kinds of failure', link: '/failures?owner=me' },
    ])
    expect(new Set((await briefJobs()).map(({ id }) => id))).toEqual(new Set(groups))
  })

  it('does not tell people of what they take themselves', async () => {
    await act({ action: 'assign', groups: [await find('disk')], owner: idOf(reviewer) })
    expect(await noticesOf(reviewer)).toEqual([])
  })
})

it('tells the owner and webhooks that a group escalates', async () => {
  await listen('failure.escalated')
  const day = (ago: number) => failing(DISK, ago * 24)
  await ingest(
    test.key,
    Array.from({ length: 16 }, (_, at) => day(at + 2)),
  )
  const disk = await find('disk')
  await act({ action: 'assign', groups: [disk], owner: idOf(colleague) }, colleague)
  await ingest(
    test.key,
    Array.from({ length: 12 }, () => day(0.1)),
  )
  await sweepEscalations(getDb(), new Date())
  const [notice] = await noticesOf(colleague)
  expect(notice?.text).toMatch(/^Failure at fetch escalates: 1[34] failures in 24 hours, up to \d+ would be usual\.$/)
  expect(await sent()).toMatchObject([{ type: 'failure.escalated', payload: { failureGroup: { id: disk } } }])
})
