import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationKind } from '@/lib/contracts/notifications'
import { getDb } from '@/lib/db/client'
import { MAIL_RETRIES, MAX_MAIL_AGE_MS, toLine } from '@/lib/engine/mail/mail-rules'
import { nextAttemptAt } from '@/lib/engine/work/retry-schedule'
import { formatDateTime } from '@/lib/presentation/format/date'
import { updateMailChoice } from '../account/account'
import { personOf } from '../context'
import { timeOutGate } from '../gates/deadline'
import { notify } from '../notifications/notify'
import { readRaw, type SmtpAnswer } from '../testing/fake-smtp'
import {
  ada,
  admin,
  clock,
  closeMails,
  deliver,
  later,
  now,
  openMails,
  rows,
  serverAt,
  setClock,
  smtp,
  tell,
  test,
} from '../testing/mail-scene'
import { makeRegressedChain } from '../testing/regressed-chain'
import { deliverMails } from './deliver'
import { getMail } from './settings'

const db = getDb()

const IMPATIENT = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 }

beforeEach(openMails)
afterEach(closeMails)

describe('a mail', () => {
  it('contains the notification as text and HTML, with links to its page and to the mail settings', async () => {
    await tell('A gate waits for you: is 1.0.1 < 1.0.0?')
    await deliver()
    const [mail] = smtp.mails
    const { head, body } = readRaw(mail?.raw ?? '')
    const { slug } = test.project
    expect(mail).toMatchObject({ from: 'desk@example.test', to: [ada.email] })
    expect(head).toContain('From: The desk <desk@example.test>')
    expect(head).toContain(`Subject: A gate waits for you: is 1.0.1 < 1.0.0? [${slug}]`)
    expect(head).toContain(`List-Unsubscribe: <https://desk.example.test/p/${slug}/settings/account#mail>`)
    expect(head).toContain('Auto-Submitted: auto-generated')
    expect(head).toMatch(/multipart\/alternative/)
    expect(body).toContain(`\nhttps://desk.example.test/p/${slug}/gates/g1\n`)
    expect(body).toContain(`<a href="https://desk.example.test/p/${slug}/gates/g1">`)
    expect(body).toContain('is 1.0.1 &lt; 1.0.0?')
    const [row] = await rows()
    const [notification] = await db.notification.findMany({ where: { projectId: test.project.id } })
    expect(row).toMatchObject({ id: notification?.id, status: 'sent', attempts: 1, address: ada.email, nextAt: null })
    expect(head).toContain(`Message-ID: <${notification?.id}@example.test>`)
  })

  it('states what an open gate asks and when it times out, and nothing of the kind once it is closed', async () => {
    const chain = await makeRegressedChain()
    const gate = { projectId: chain.project.id, id: chain.gateId }
    const { deadlineAt, question } = await db.gate.update({
      where: { projectId_id: gate },
      data: { kind: 'manual', openedBy: 'Rita', question: 'Answers got shorter.\nIs that what we want?' },
    })
    const userId = personOf(chain.reviewer.actor)?.userId ?? ''
    const link = `/gates/${gate.id}`
    const queueOne = (kind: NotificationKind) =>
      notify(db, gate.projectId, [{ userIds: [userId], kind, text: `It is ${kind}`, link }], clock)
    const sendAll = () => deliverMails(db, gate.projectId, now, serverAt(smtp.port), () => 0)
    const sendOne = async (kind: NotificationKind) => {
      await queueOne(kind)
      await sendAll()
      return readRaw(smtp.mails.at(-1)?.raw ?? '').body
    }
    setClock(new Date())
    const open = await sendOne('gate_opened')
    expect(open).toContain(`\nRita asks: ${toLine(question)}\n`)
    const until = formatDateTime(deadlineAt.toISOString())
    expect(open).toContain(`Undecided, the gate times out on ${until}, and nothing is approved.`)
    await db.gate.update({ where: { projectId_id: gate }, data: { openedBy: 'key nightly' } })
    expect(await sendOne('gate_assigned')).toContain('\nThe key nightly asks: Answers')
    // What could not be sent while it was open asks nobody any more.
    for (const kind of ['gate_opened', 'gate_assigned', 'gate_warning'] as const) await queueOne(kind)
    await timeOutGate(db, gate, new Date(deadlineAt.getTime() + 1))
    const sent = smtp.mails.length
    await sendAll()
    const subjects = smtp.mails.slice(sent).map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1])
    expect(subjects.filter((subject) => subject?.includes('It is'))).toEqual([])
    expect(await db.mail.count({ where: { projectId: gate.projectId, userId, status: 'dropped' } })).toBe(3)
    const closed = await sendOne('gate_timed_out')
    expect(closed).toContain('It is gate_timed_out')
    expect(closed).toContain('Nothing was approved, and no confidence changed.')
    for (const said of ['times out on', 'Answers got shorter']) expect(closed).not.toContain(said)
  })

  it('cannot get headers or recipients from injected text', async () => {
    await tell('Good?\r\nBcc: all@example.test\r\n\r\nhidden\u2028Cc: more@example.test')
    await deliver()
    const [mail] = smtp.mails
    expect(mail?.to).toEqual([ada.email])
    const { head } = readRaw(mail?.raw ?? '')
    expect(head.match(/^(bcc|cc):/gim)).toBeNull()
    expect(head.match(/^subject:/gim)).toHaveLength(1)
  })

  it('only goes to people who want it and are still members when it is sent', async () => {
    const names = ['Off', 'Kind', 'Left', 'Disabled', 'Lowered']
    const people = await Promise.all(names.map((name) => test.as('reviewer', name)))
    const ids = people.map((person) => personOf(person.actor)?.userId ?? '')
    const [off, kind] = people
    if (off) await updateMailChoice.run(off, { isOn: false })
    if (kind) await updateMailChoice.run(kind, { off: ['gate_opened'] })
    await tell('Good?', [ada.userId, ...ids])
    expect((await rows()).map(({ userId }) => userId).toSorted()).toEqual([ada.userId, ...ids.slice(2)].toSorted())
    await db.membership.deleteMany({ where: { projectId: test.project.id, userId: ids[2] ?? '' } })
    await db.user.update({ where: { id: ids[3] ?? '' }, data: { disabledAt: clock } })
    // No gate waits for a viewer.
    await db.membership.updateMany({
      where: { projectId: test.project.id, userId: ids[4] ?? '' },
      data: { role: 'viewer' },
    })
    await deliver()
    expect(smtp.mails.map(({ to }) => to)).toEqual([[ada.email]])
    expect((await rows()).map(({ status }) => status).toSorted()).toEqual(['dropped', 'dropped', 'dropped', 'sent'])
  })

  it('is not sent to those from whom a project that will be deleted is hidden', async () => {
    const { actor } = await test.as('reviewer')
    const reviewer = personOf(actor)?.userId ?? ''
    await tell('Good?', [ada.userId, reviewer])
    await db.project.update({ where: { id: test.project.id }, data: { deletesAt: new Date(clock.getTime() + 1000) } })
    await deliver()
    expect(smtp.mails.map(({ to }) => to)).toEqual([[ada.email]])
    expect((await rows()).find(({ userId }) => userId === reviewer)?.status).toBe('dropped')
  })

  it('is rolled back with the transaction of its notification', async () => {
    const undone = db.$transaction(async (tx) => {
      await notify(tx, test.project.id, [{ userIds: [ada.userId], kind: 'gate_opened', text: 'x', link: '/' }], clock)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await rows()).toEqual([])
  })

  it.each([
    ['a recipient', { at: 'recipient', code: 550 }],
    ['the text', { at: 'data', code: 554 }],
  ] as const)(
    'is not retried after the server rejected %s permanently, and is listed for admins',
    async (_, answer) => {
      smtp.behave(answer)
      await tell()
      await deliver()
      later(86_400_000)
      await deliver()
      expect(smtp.connections()).toBe(1)
      const { troubles, counts } = await getMail.run(admin, {})
      expect(troubles).toMatchObject([{ to: 'Ada', status: 'failed', attempts: 1, nextAt: null }])
      expect(troubles[0]?.error).toContain(String(answer.code))
      expect(counts).toEqual({ waiting: 0, sent: 0, failed: 1, dropped: 0 })
    },
  )

  it.each<[string, SmtpAnswer, string]>([
    ['is refused temporarily', { at: 'recipient', code: 451 }, '451'],
    ['is refused for its sender', { at: 'sender', code: 553 }, '553'],
    ['gets no answer', 'hang', 'did not answer in time'],
    ['gets no end of an answer', 'drip', 'did not answer in time'],
    ['loses the connection', 'drop', ''],
  ])('that %s is retried after a minute', async (_, answer, error) => {
    smtp.behave(answer, 'take')
    const server = serverAt(smtp.port)
    await tell()
    const isSlow = answer === 'hang' || answer === 'drip'
    const impatient = { ...server, options: { ...server.options, ...IMPATIENT }, limitMs: 1000 }
    await deliver(isSlow ? impatient : server)
    expect(await rows()).toMatchObject([
      {
        status: 'waiting',
        attempts: 1,
        nextAt: nextAttemptAt(MAIL_RETRIES, 1, clock),
        error: expect.stringContaining(error),
      },
    ])
    await deliver()
    expect(smtp.connections()).toBe(1)
    later(60_000)
    await deliver()
    expect(smtp.mails).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2, error: null }])
  })

  it('fails after its last attempt', async () => {
    smtp.behave({ at: 'data', code: 451 })
    await tell()
    for (let attempt = 1; attempt <= MAIL_RETRIES.waitsMs.length; attempt++) {
      await deliver()
      const [row] = await rows()
      const next = nextAttemptAt(MAIL_RETRIES, attempt, clock)
      expect(row).toMatchObject({ attempts: attempt, nextAt: next, status: next ? 'waiting' : 'failed' })
      if (next) setClock(next)
    }
    later(86_400_000)
    await deliver()
    expect(smtp.connections()).toBe(MAIL_RETRIES.waitsMs.length)
  })

  it('is not sent when it is older than two days', async () => {
    await tell()
    later(MAX_MAIL_AGE_MS + 1)
    await deliver()
    expect(smtp.mails).toEqual([])
    expect(await rows()).toMatchObject([{ status: 'failed', error: 'too old to be sent' }])
  })
})

describe('many mails', () => {
  it('are sent once each by concurrent instances', async () => {
    for (let n = 1; n <= 30; n++) await tell(`Gate ${n}`)
    await Promise.all([deliver(), deliver(), deliver()])
    await deliver()
    const subjects = smtp.mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1])
    expect(subjects).toHaveLength(30)
    expect(new Set(subjects).size).toBe(30)
  })

  it('are sent by another instance after a crash', async () => {
    await tell()
    // The state after a crash: a lease without an outcome.
    await db.mail.updateMany({
      where: { projectId: test.project.id },
      data: { leaseUntil: new Date(clock.getTime() + 120_000) },
    })
    await deliver()
    expect(smtp.mails).toEqual([])
    later(120_000)
    await deliver()
    expect(smtp.mails).toHaveLength(1)
  })

  it('stop trying a server that is down', async () => {
    smtp.behave('drop')
    for (let n = 1; n <= 12; n++) await tell(`Gate ${n}`)
    await deliver()
    expect(smtp.connections()).toBe(5)
  })
})
