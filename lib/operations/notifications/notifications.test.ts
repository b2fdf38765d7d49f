import { expect, it } from 'vitest'
import { decideGate } from '../gates/act'
import { timeOutGate } from '../gates/deadline'
import { openGate } from '../gates/open'
import { ingest, makeProject, runBody } from '../testing/factories'
import { makeRegressedChain, see } from '../testing/regressed-chain'
import { listNotifications, readNotifications } from './list'

it('notifies everyone who may decide of an opened gate, except its opener, its author and viewers', async () => {
  const test = await makeProject()
  const [opener, author, other, viewer] = [
    await test.as('admin'),
    await test.as('reviewer'),
    await test.as('reviewer'),
    await test.as('viewer'),
  ]
  await ingest(test.key, [runBody()])
  const authorId = author.actor.kind === 'user' ? author.actor.userId : ''
  await test.key.db.chainVersion.updateMany({ where: { projectId: test.project.id }, data: { authorId } })
  const { gate } = await openGate.run(opener, { chain: 'answers', version: '1.0.0', question: 'Good?' })
  const listed = await listNotifications.run(other, {})
  expect(listed.notifications).toMatchObject([{ kind: 'gate_opened', link: `/gates/${gate.id}`, read: false }])
  for (const person of [opener, author, viewer]) expect((await listNotifications.run(person, {})).unread).toBe(0)
})

it('sends one notification for a flood of gates', async () => {
  const test = await makeProject()
  const reviewer = await test.as('reviewer')
  const broken = () =>
    runBody({
      output: 3,
      contract: { schema: { type: 'string' }, requiredOutputs: ['answer'] },
      tokens: { input: 990, output: 10 },
    })
  await ingest(test.key, Array.from({ length: 12 }, broken))
  const { notifications } = await listNotifications.run(reviewer, {})
  expect(notifications.map((notice) => [notice.text, notice.link])).toEqual([
    ['12 gates wait for you', '/gates?state=pending'],
  ])
})

it('notifies the author of the outcome, and everyone who could have decided of a time-out', async () => {
  const chain = await makeRegressedChain()
  const author = await chain.as('reviewer', 'Arno')
  const authorId = author.actor.kind === 'user' ? author.actor.userId : ''
  await chain.key.db.chainVersion.updateMany({
    where: { projectId: chain.project.id, version: '1.0.1' },
    data: { authorId },
  })
  const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
  await decideGate.run(chain.reviewer, { gateId: chain.gateId, verdict: 'rejected', evidenceDigest, reason: 'worse' })
  expect((await listNotifications.run(author, {})).notifications[0]).toMatchObject({
    kind: 'gate_decided',
    text: 'Rejected by Rita: Is answers 1.0.1 worse than 1.0.0?',
  })
  const { gate } = await openGate.run(chain.key, { chain: 'answers', version: '1.0.1', question: 'Again?' })
  const late = new Date(Date.now() + 25 * 3_600_000)
  await timeOutGate(chain.key.db, { projectId: chain.project.id, id: gate.id }, late)
  for (const person of [author, chain.reviewer]) {
    const { notifications } = await listNotifications.run(person, { unread: true })
    expect(notifications.some((notice) => notice.kind === 'gate_timed_out')).toBe(true)
  }
})

it('lists notifications in pages and marks them as read per person', async () => {
  const test = await makeProject()
  const [ada, ben] = [await test.as('reviewer', 'Ada'), await test.as('reviewer', 'Ben')]
  const runs = [...(await ingest(test.key, [runBody(), runBody(), runBody()])).values()]
  for (const runId of runs) await openGate.run(test.key, { runId, question: 'Good?' })
  const first = await listNotifications.run(ada, { limit: 2 })
  expect(first).toMatchObject({ unread: 3, notifications: [{ read: false }, { read: false }] })
  const second = await listNotifications.run(ada, { limit: 2, before: first.next ?? undefined })
  expect(second.notifications).toHaveLength(1)
  expect(second.next).toBeNull()
  const [newest, middle] = first.notifications
  expect(await readNotifications.run(ada, { ids: [newest?.id ?? ''] })).toEqual({ unread: 2 })
  expect(await readNotifications.run(ada, { upTo: middle?.id })).toEqual({ unread: 0 })
  expect((await listNotifications.run(ben, {})).unread).toBe(3)
  await expect(readNotifications.run(ada, {})).rejects.toMatchObject({
    code: 'invalid_input',
    issues: [{ path: 'ids' }],
  })
  await expect(listNotifications.run(test.key, {})).rejects.toMatchObject({ code: 'forbidden' })
})
