import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { MAIL_RETRIES, MAX_MAIL_AGE_MS, toLine } from '@/lib/engine/mail/mail-rules'
import { nextAttemptAt } from '@/lib/engine/work/retry-schedule'
import { formatDateTime } from '@/lib/presentation/format/date'
import { updateMailChoice } from '../account/account'
import { type Context, personOf } from '../context'
import { timeOutGate } from '../gates/deadline'
import { listNotifications } from '../notifications/list'
import { type MailServer, toMailServer } from '../notifications/mail-server'
import { notify } from '../notifications/notify'
import { makeProject, type TestProject } from '../testing/factories'
import { type FakeSmtp, readRaw, type SmtpAnswer, startSmtp } from '../testing/fake-smtp'
import { makeRegressedChain } from '../testing/regressed-chain'
import { deliverMails } from './deliver'
import { getMail } from './settings'

process.env.SMTP_URL = 'smtp://127.0.0.1:9'
process.env.SMTP_FROM = 'The desk <desk@example.test>'
process.env.APP_URL = 'https://desk.example.test'

const db = getDb()
const IMPATIENT = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 }

let smtp: FakeSmtp
let test: TestProject
let admin: Context
let ada: { userId: string; email: string }
let clock: Date

const now = () => clock
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}

function serverAt(port: number, credentials = '', scheme = 'smtp'): MailServer {
  const found = toMailServer({
    SMTP_URL: `${scheme}://${credentials}127.0.0.1:${port}`,
    SMTP_FROM: process.env.SMTP_FROM,
  })
  if (!found) throw new Error('the server is set')
  return found
}

const deliver = (server = serverAt(smtp.port)) => deliverMails(db, test.project.id, now, server, () => 0)
const tell = (text = 'A gate waits for you', userIds = [ada.userId]) =>
  notify(db, test.project.id, [{ userIds, kind: 'gate_opened', text, link: '/gates/g1' }], clock)
const rows = () => db.mail.findMany({ where: { projectId: test.project.id }, orderBy: { id: 'asc' } })

beforeEach(async () => {
  clock = new Date()
  smtp = await startSmtp()
  test = await makeProject()
  admin = { ...(await test.as('admin', 'Ada')), now }
  if (admin.actor.kind !== 'user') throw new Error('expected a person')
  ada = admin.actor
})
afterEach(() => smtp.close())

describe('a mail', () => {
  it('contains the notification as text and HTML, with links to its page and to the mail settings', async () => {
    await tell('A gate waits for you: is 1.0.1 < 1.0.0?')
    await deliver()
    const [mail] = smtp.mails
    const { head, body } = readRaw(mail?.raw ?? '')
    const { slug } = test.project
    expect(mail).toMatchObject({ from: 'desk@example.test', to: [ada.email] })
    expect(head).toContain('From: The desk <desk@example.test>')
    expect(head).toContain(`Subject: [${slug}] A gate waits for you: is 1.0.1 < 1.0.0?`)
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
    const sendOne = async () => {
      const link = `/gates/${gate.id}`
      await notify(db, gate.projectId, [{ userIds: [userId], kind: 'gate_opened', text: 'x', link }], clock)
      await deliverMails(db, gate.projectId, now, serverAt(smtp.port), () => 0)
      return readRaw(smtp.mails.at(-1)?.raw ?? '').body
    }
    clock = new Date()
    const open = await sendOne()
    expect(open).toContain(`\nRita asks: ${toLine(question)}\n`)
    expect(open).toContain(`times out on ${formatDateTime(deadlineAt.toISOString())}.`)
    await timeOutGate(db, gate, new Date(deadlineAt.getTime() + 1))
    const closed = await sendOne()
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
    const people = await Promise.all(['Off', 'Kind', 'Left', 'Disabled'].map((name) => test.as('reviewer', name)))
    const ids = people.map((person) => personOf(person.actor)?.userId ?? '')
    const [off, kind] = people
    if (off) await updateMailChoice.run(off, { isOn: false })
    if (kind) await updateMailChoice.run(kind, { off: ['gate_opened'] })
    await tell('Good?', [ada.userId, ...ids])
    expect((await rows()).map(({ userId }) => userId).toSorted()).toEqual([ada.userId, ids[2], ids[3]].toSorted())
    await db.membership.deleteMany({ where: { projectId: test.project.id, userId: ids[2] ?? '' } })
    await db.user.update({ where: { id: ids[3] ?? '' }, data: { disabledAt: clock } })
    await deliver()
    expect(smtp.mails.map(({ to }) => to)).toEqual([[ada.email]])
    expect((await rows()).map(({ status }) => status).toSorted()).toEqual(['dropped', 'dropped', 'sent'])
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
    ['loses the connection', 'drop', ''],
  ])('that %s is retried after a minute', async (_, answer, error) => {
    smtp.behave(answer, 'take')
    const server = serverAt(smtp.port)
    await tell()
    await deliver(answer === 'hang' ? { ...server, options: { ...server.options, ...IMPATIENT } } : server)
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
      if (next) clock = next
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

describe('a mail server', () => {
  /** Expects the mail to arrive by the next attempt, at a server of the test's own. */
  const takes = async (own: FakeSmtp, server: MailServer) => {
    later(60_000)
    await deliver(server)
    expect(own.mails).toHaveLength(1)
    await own.close()
  }

  it('that fails three times is reported to the admins once, in the app only', async () => {
    smtp.behave('drop')
    await tell()
    const seen = async () => {
      const { notifications } = await listNotifications.run(admin, { unread: true })
      return notifications.filter(({ kind }) => kind === 'mail_failing')
    }
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await seen()).toHaveLength(attempt > 3 ? 1 : 0)
      await deliver()
      clock = nextAttemptAt(MAIL_RETRIES, attempt, clock) ?? clock
    }
    expect(await seen()).toMatchObject([
      { text: expect.stringMatching(/^E-mail is not sent: /), link: '/settings/mail' },
    ])
    expect(await rows()).toHaveLength(1)
  })

  it('that rejects the password gets no mail, and the error does not contain the password', async () => {
    const own = await startSmtp({ user: { name: 'desk', password: 'right' } })
    await tell()
    await deliver(serverAt(own.port, 'desk:wrong%20one@'))
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'waiting', error: expect.stringContaining('refused the user and password') })
    expect(row?.error).not.toContain('wrong one')
    await takes(own, serverAt(own.port, 'desk:right@'))
  })

  it('without TLS gets neither password nor mail, except on loopback', async () => {
    const own = await startSmtp({ user: { name: 'desk', password: 'right' }, hasTls: false })
    const elsewhere = toMailServer({ SMTP_URL: 'smtp://desk:right@mail.example.test', SMTP_FROM: 'desk@example.test' })
    const { requireTLS, opportunisticTLS, tls } = elsewhere?.options ?? {}
    const here = serverAt(own.port, 'desk:right@')
    await tell()
    await deliver({ ...here, options: { ...here.options, requireTLS, opportunisticTLS, tls } })
    expect(own.mails).toEqual([])
    expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 1 }])
    await takes(own, here)
  })

  it('with an untrusted certificate gets nothing, except on loopback', async () => {
    const own = await startSmtp({ isEncrypted: true })
    const here = serverAt(own.port, '', 'smtps')
    await tell()
    await deliver({ ...here, options: { ...here.options, tls: {} } })
    expect(await rows()).toMatchObject([{ status: 'waiting', error: expect.stringContaining('certificate') }])
    await takes(own, here)
  })
})
