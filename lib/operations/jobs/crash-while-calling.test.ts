import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { deliverMails } from '../mail/deliver'
import { toMailServer } from '../notifications/mail-server'
import { notify } from '../notifications/notify'
import { makeProject, type TestProject } from '../testing/factories'
import { type FakeExecutor, startFakeExecutor } from '../testing/fake-executor'
import { startSmtp } from '../testing/fake-smtp'
import { backAfter, type Hold, holdTable, killInside } from '../testing/killed-worker'
import { type Receiver, startReceiver } from '../testing/misbehaving-receiver'
import { PATIENCE } from '../testing/patience'
import { GOOD, publishTried, runsOf, trialsOf } from '../testing/published-trials'
import { sweepTrials } from '../trials/lease'
import { runNextTrial } from '../trials/run-next'
import { deliverDue } from '../webhooks/deliver'
import { listDeliveries } from '../webhooks/deliveries'
import { emit } from '../webhooks/emit'
import { createEndpoint } from '../webhooks/endpoints'

// Each test kills a worker process, which takes time to start.
vi.setConfig({ testTimeout: 120_000 })
process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
process.env.SMTP_URL = 'smtp://127.0.0.1:9'
process.env.SMTP_FROM = 'desk@example.test'

const db = getDb()

describe('a crash while a trial runs', () => {
  let executor: FakeExecutor
  beforeEach(async () => {
    executor = await startFakeExecutor()
  })
  afterEach(() => executor.close())

  const publishOne = (test: TestProject) =>
    publishTried(test, null, {
      executor: { kind: 'http', url: executor.url, timeoutSeconds: 300 },
      dryRuns: 0,
      scenarios: [{ name: 'one', request: { question: 'one' } }],
    })
  const ordersSeen = (count: number) => () =>
    vi.waitFor(() => expect(executor.seen.length).toBeGreaterThanOrEqual(count), PATIENCE)
  async function runAll(clock: () => Date) {
    await sweepTrials(db, clock())
    while (await runNextTrial(db, clock));
  }

  it('repeats the trial after its lease expires, with one run per trial', async () => {
    const test = await makeProject()
    executor.behave('hang')
    await publishOne(test)
    const { trials } = await trialsOf(test)
    await killInside(ordersSeen(trials.length))
    expect(await runsOf(test)).toHaveLength(0)
    expect((await trialsOf(test)).trials.map(({ status }) => status)).toEqual(trials.map(() => 'running'))

    executor.behave({ run: GOOD })
    await runAll(backAfter(1))
    expect(await runsOf(test)).toHaveLength(0)
    await runAll(backAfter(7))
    expect(await runsOf(test)).toHaveLength(trials.length)
    expect((await trialsOf(test)).trials).toMatchObject(trials.map(() => ({ status: 'done', attempts: 2 })))
    expect(new Set(executor.seen.map(({ order }) => order.trialId)).size).toBe(trials.length)
  })

  it('after the run was ingested ends its trial without running it again', async () => {
    const test = await makeProject()
    executor.behave({ run: GOOD })
    await publishOne(test)
    const { trials } = await trialsOf(test)
    const runTable = await holdTable('run')
    let settling: Hold | undefined
    await killInside(async () => {
      await runTable.isWantedBy(trials.length)
      settling = await holdTable('trial')
      await runTable.release()
      await vi.waitFor(async () => expect(await runsOf(test)).toHaveLength(trials.length), PATIENCE)
    })
    await settling?.release()
    expect((await trialsOf(test)).trials.map(({ status }) => status)).toEqual(trials.map(() => 'running'))

    // The servers of a cluster may hold the rows of a killed process a moment longer: the next sweep takes them.
    await vi.waitFor(async () => {
      await runAll(backAfter(7))
      expect((await trialsOf(test)).trials.map(({ status }) => status)).toEqual(trials.map(() => 'done'))
    }, PATIENCE)
    expect(await runsOf(test)).toHaveLength(trials.length)
    expect(executor.seen).toHaveLength(trials.length)
  })
})

describe('a crash while a webhook is delivered', () => {
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(() => receiver.close())

  async function makeEndpoint() {
    const test = await makeProject()
    const admin = await test.as('admin')
    const asked = { name: 'receiver', url: receiver.url, events: ['gate.opened' as const] }
    return { test, admin, ...(await createEndpoint.run(admin, asked)) }
  }

  it('redelivers the message under the same id after its lease expires, once', async () => {
    const { test, admin, endpoint } = await makeEndpoint()
    receiver.behave('hang')
    await emit(db, test.project.id, 'gate.opened', { path: '/gates/g1' }, new Date())
    await killInside(() => receiver.seen(1))
    const log = async () => (await listDeliveries.run(admin, { endpointId: endpoint.id })).deliveries
    expect(await log()).toMatchObject([{ status: 'waiting', attempts: [] }])

    receiver.behave(200)
    const target = { projectId: test.project.id, id: endpoint.id }
    await deliverDue(db, target, backAfter(0))
    expect(receiver.requests).toHaveLength(1)
    await deliverDue(db, target, backAfter(2))
    await deliverDue(db, target, backAfter(3))
    expect(await log()).toMatchObject([{ status: 'delivered', attempts: [{ status: 200 }] }])
    const [first, second, ...more] = receiver.requests
    expect(more).toEqual([])
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
  })

  it('that was accepted redelivers it once, under the same id', async () => {
    const { test, admin, endpoint } = await makeEndpoint()
    await emit(db, test.project.id, 'gate.opened', { path: '/gates/g1' }, new Date())
    const settling = await holdTable('webhook_endpoint')
    await killInside(async () => {
      await receiver.seen(1)
      await settling.isWantedBy(1)
    })
    await settling.release()

    const target = { projectId: test.project.id, id: endpoint.id }
    for (const minutes of [0, 2, 3]) await deliverDue(db, target, backAfter(minutes))
    const { deliveries } = await listDeliveries.run(admin, { endpointId: endpoint.id })
    expect(deliveries).toMatchObject([{ status: 'delivered', attempts: [{ status: 200 }] }])
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(deliveries[0]?.messageId),
    )
  })
})

describe('a crash while a mail is sent', () => {
  it('that the server took sends it once more, under the same Message-ID', async () => {
    const smtp = await startSmtp()
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
    // The worker's end breaks off when it is killed.
    const door = createServer(
      (socket) => void isOpen.then(() => pipeline(socket, connect(smtp.port, '127.0.0.1'), socket, () => undefined)),
    )
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
    process.env.SMTP_URL = `smtp://127.0.0.1:${(door.address() as AddressInfo).port}`
    const test = await makeProject()
    const { actor } = await test.as('admin')
    if (actor.kind !== 'user') throw new Error('expected a person')
    const mail = { userIds: [actor.userId], kind: 'gate_opened', text: 'A gate waits', link: '/gates/g1' } as const
    await notify(db, test.project.id, [mail], new Date())
    let settling: Hold | undefined
    await killInside(async () => {
      await once(door, 'connection')
      settling = await holdTable('mail')
      open()
      await settling.isWantedBy(1)
    })
    await settling?.release()
    const sentBefore = smtp.mails.length

    const server = toMailServer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, SMTP_FROM: process.env.SMTP_FROM })
    for (const minutes of [0, 3, 4]) await deliverMails(db, test.project.id, backAfter(minutes), server)
    expect(await db.mail.findMany({ where: { projectId: test.project.id } })).toMatchObject([
      { status: 'sent', attempts: 2 },
    ])
    expect([sentBefore, smtp.mails.length]).toEqual([1, 2])
    const ids = smtp.mails.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
    expect(ids[0]).toBeTruthy()
    expect(ids[1]).toBe(ids[0])
    door.close()
    await smtp.close()
  })
})
