import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAIL_RETRIES } from '@/lib/engine/mail/mail-rules'
import { nextAttemptAt } from '@/lib/engine/work/retry-schedule'
import { listNotifications, readNotifications } from '../notifications/list'
import { type MailServer, toMailServer } from '../notifications/mail-server'
import { type FakeSmtp, startSmtp } from '../testing/fake-smtp'
import {
  admin,
  clock,
  closeMails,
  deliver,
  later,
  openMails,
  rows,
  serverAt,
  setClock,
  smtp,
  tell,
} from '../testing/mail-scene'

beforeEach(openMails)
afterEach(closeMails)

describe('a mail server', () => {
  /** Expects the mail to arrive by the next attempt, at a server of the test's own. */
  const takes = async (own: FakeSmtp, server: MailServer) => {
    later(60_000)
    await deliver(server)
    expect(own.mails).toHaveLength(1)
    await own.close()
  }

  it('that fails three times is reported to the admins once until they have read it, in the app only', async () => {
    smtp.behave('drop')
    await tell()
    const seen = async () => {
      const { notifications } = await listNotifications.run(admin, { unread: true })
      return notifications.filter(({ kind }) => kind === 'mail_failing')
    }
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await seen()).toHaveLength(attempt > 3 ? 1 : 0)
      await deliver()
      setClock(nextAttemptAt(MAIL_RETRIES, attempt, clock) ?? clock)
    }
    expect(await seen()).toMatchObject([
      { text: expect.stringMatching(/^E-mail is not sent: /), link: '/settings/mail' },
    ])
    expect(await rows()).toHaveLength(1)
    await readNotifications.run(admin, { ids: (await seen()).map(({ id }) => id) })
    await deliver()
    expect(await seen()).toHaveLength(1)
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
