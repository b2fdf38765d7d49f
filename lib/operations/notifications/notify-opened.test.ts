import { expect, it } from 'vitest'
import { setAuthorities } from '../chains/update'
import type { Context } from '../context'
import { decideGate } from '../gates/act'
import { openGate } from '../gates/open'
import { ingest, makeProject, runBody } from '../testing/factories'
import { see } from '../testing/regressed-chain'
import { listNotifications, readNotifications } from './list'

const LIST = '/gates?state=pending'
const HOUR_MS = 3_600_000

/** Creates a project with a reviewer, and runs to open gates about. */
async function makeScene(count: number) {
  const test = await makeProject()
  const reviewer = await test.as('reviewer', 'Rita')
  const runs = [
    ...(
      await ingest(
        test.key,
        Array.from({ length: count }, () => runBody()),
      )
    ).values(),
  ]
  const open = async (now = new Date()) => {
    const runId = runs.pop() ?? ''
    return openGate.run(test.at(now), { runId, question: 'Good?' })
  }
  return { test, reviewer, open }
}

const noticesOf = async (person: Context) =>
  (await listNotifications.run(person, {})).notifications.map(({ text, link, read }) => ({ text, link, read }))

it('merges gate notifications into one from the fourth in an hour on, and keeps counting', async () => {
  const { reviewer, open } = await makeScene(6)
  for (let n = 1; n <= 3; n++) await open()
  expect(await noticesOf(reviewer)).toHaveLength(3)
  await open()
  expect(await noticesOf(reviewer)).toEqual([{ text: '4 gates wait for you', link: LIST, read: false }])
  await open()
  await open()
  expect(await noticesOf(reviewer)).toEqual([{ text: '6 gates wait for you', link: LIST, read: false }])
})

it('says how many of the gates still wait', async () => {
  const { test, reviewer, open } = await makeScene(5)
  const other = await test.as('reviewer', 'Otto')
  const decide = async (gateId: string) => {
    const { evidenceDigest } = await see(other, gateId)
    await decideGate.run(other, { gateId, verdict: 'approved', evidenceDigest, reason: 'fine' })
  }
  const texts = async () => (await noticesOf(reviewer)).map(({ text }) => text)
  const { gate: first } = await open()
  await decide(first.id)
  expect(await texts()).toEqual([`Decide: ${first.title} (no longer waits)`])
  for (let n = 2; n <= 3; n++) await open()
  expect(await texts()).toHaveLength(3)
  const { gate: fourth } = await open()
  expect(await texts()).toEqual(['4 gates wait for you (3 still wait)'])
  await decide(fourth.id)
  expect(await texts()).toEqual(['4 gates wait for you (2 still wait)'])
})

it('starts a new notification after the merged one is read, and after an hour', async () => {
  const { reviewer, open } = await makeScene(6)
  for (let n = 1; n <= 4; n++) await open()
  const [summary] = (await listNotifications.run(reviewer, {})).notifications
  await readNotifications.run(reviewer, { ids: [summary?.id ?? ''] })
  await open()
  expect((await noticesOf(reviewer)).map(({ read }) => read)).toEqual([false, true])
  await open(new Date(Date.now() + HOUR_MS + 60_000))
  expect(await noticesOf(reviewer)).toHaveLength(3)
})

it('counts the gates of each person separately', async () => {
  const { test, reviewer, open } = await makeScene(3)
  const admin = await test.as('admin', 'Ada')
  await ingest(test.key, [runBody({ chain: 'other' })])
  const adaId = admin.actor.kind === 'user' ? admin.actor.userId : ''
  await setAuthorities.run(admin, { chain: 'other', userIds: [adaId], expected: 0 })
  for (let n = 1; n <= 3; n++) await open()
  await openGate.run(test.key, { chain: 'other', version: '1.0.0', question: 'Keep it?' })
  expect(await noticesOf(reviewer)).toHaveLength(3)
  expect(await noticesOf(admin)).toEqual([{ text: '4 gates wait for you', link: LIST, read: false }])
})

it('tells of a worse version even behind many gates on runs', async () => {
  const { test, reviewer, open } = await makeScene(6)
  for (let n = 1; n <= 4; n++) await open()
  const runs = (version: string, useful: number) =>
    Array.from({ length: 4 }, () =>
      runBody({ chain: 'worse', version, tokens: { input: 1000 - useful, output: useful } }),
    )
  await ingest(test.key, runs('1.0.0', 900))
  await ingest(test.key, runs('1.1.0', 100))
  for (let n = 1; n <= 2; n++) await open()
  const gate = await test.key.db.gate.findFirstOrThrow({ where: { projectId: test.project.id, kind: 'regression' } })
  expect(await noticesOf(reviewer)).toEqual([
    { text: `Decide: ${gate.title}`, link: `/gates/${gate.id}`, read: false },
    { text: '6 gates wait for you', link: LIST, read: false },
  ])
})

it('counts every gate when concurrent requests open some', async () => {
  const { test, reviewer } = await makeScene(0)
  const broken = () =>
    runBody({
      output: 3,
      contract: { schema: { type: 'string' }, requiredOutputs: ['answer'] },
      tokens: { input: 990, output: 10 },
    })
  const batches = [1, 2, 3].map(() => ingest(test.key, Array.from({ length: 5 }, broken)))
  await Promise.all(batches)
  const rows = await test.key.db.notification.findMany({ where: { projectId: test.project.id } })
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(15)
  expect(await noticesOf(reviewer)).not.toHaveLength(0)
})
