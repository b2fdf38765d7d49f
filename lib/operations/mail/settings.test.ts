import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getMailChoice, updateMailChoice } from '../account/account'
import { makeProject } from '../testing/factories'
import { type FakeSmtp, startSmtp } from '../testing/fake-smtp'
import { getMail, testMail } from './settings'

let smtp: FakeSmtp

// The environment is read at its first use, which is later.
beforeAll(async () => {
  smtp = await startSmtp({ user: { name: 'desk', password: 'hunter2' } })
  process.env.SMTP_URL = `smtp://desk:hunter2@127.0.0.1:${smtp.port}`
  process.env.SMTP_FROM = 'desk@example.test'
})
afterAll(() => smtp.close())

it('getMail returns the mail server without its password', async () => {
  const admin = await (await makeProject()).as('admin')
  const mail = await getMail.run(admin, {})
  expect(mail).toMatchObject({
    isConfigured: true,
    server: `127.0.0.1:${smtp.port}`,
    from: 'Veritas <desk@example.test>',
    counts: { waiting: 0, sent: 0, failed: 0, dropped: 0 },
    troubles: [],
    troubled: 0,
  })
  expect(JSON.stringify(mail)).not.toContain('hunter2')
})

it('sends a test mail to the caller, returns the outcome, and audits it', async () => {
  const { as, project } = await makeProject()
  const admin = await as('admin', 'Ada')
  const email = admin.actor.kind === 'user' ? admin.actor.email : ''
  expect(await testMail.run(admin, {})).toMatchObject({ address: email, error: null })
  expect(smtp.mails.at(-1)?.to).toEqual([email])
  smtp.behave({ at: 'recipient', code: 550 }, 'take')
  expect((await testMail.run(admin, {})).error).toContain('550')
  const audited = await getDb().auditEvent.count({ where: { projectId: project.id, action: 'mail.test' } })
  expect(audited).toBe(2)
})

it('limits a person to ten test mails', async () => {
  const admin = await (await makeProject()).as('admin')
  for (let n = 1; n <= 10; n++) await testMail.run(admin, {})
  await expect(testMail.run(admin, {})).rejects.toMatchObject({ code: 'rate_limited' })
})

it('lets each person choose kinds, and rejects unknown ones', async () => {
  const person = await (await makeProject()).as('viewer')
  expect(await getMailChoice.run(person, {})).toEqual({ isAvailable: true, isOn: true, off: [] })
  await updateMailChoice.run(person, { off: ['weekly_published', 'gate_opened', 'gate_opened'] })
  await updateMailChoice.run(person, { isOn: false })
  const off = ['gate_opened', 'weekly_published']
  expect(await getMailChoice.run(person, {})).toEqual({ isAvailable: true, isOn: false, off })
  const unknown = updateMailChoice.run(person, JSON.parse('{"off":["gate_opened","gossip"]}'))
  await expect(unknown).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'off[1]' }] })
})

it('lists the latest mails in trouble, and says how many there are', async () => {
  const { as, project } = await makeProject()
  const admin = await as('admin')
  await getDb().$executeRaw`
    INSERT INTO mail (project_id, id, user_id, kind, text, link, status, attempts, error, at, updated_at)
    SELECT ${project.id}::uuid, gen_random_uuid(), gen_random_uuid(), 'mentioned', 'Mail ' || n, '/runs', 'failed', 8,
      CASE WHEN n > 2 THEN 'refused' END, now(), now() + make_interval(secs => n) FROM generate_series(1, 25) n`
  const { troubles, troubled } = await getMail.run(admin, {})
  expect(troubled).toBe(23)
  expect(troubles).toHaveLength(20)
  expect(troubles[0]?.text).toBe('Mail 25')
})
