import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { toMailServer } from '../notifications/mail-server'
import { ingest } from '../testing/factories'
import { readRaw, startSmtp } from '../testing/fake-smtp'
import { AFTER_BOTH, makeTwoWeeks, runsFrom } from '../testing/two-weeks'
import { makeWeek } from '../weekly/make'
import { deliverMails } from './deliver'

process.env.SMTP_URL = 'smtp://127.0.0.1:9'
process.env.SMTP_FROM = 'desk@example.test'
process.env.APP_URL = 'https://desk.example.test'

it('of a week contains the summary of its newest report and what it suggests to do', async () => {
  const smtp = await startSmtp()
  const { as, at, key, project } = await makeTwoWeeks()
  await as('reviewer', 'Rita')
  const failing = {
    status: 'failed' as const,
    nodes: [{ id: '<i>fetch</i>', status: 'failed' as const, error: { message: 'x' } }],
  }
  await ingest(key, runsFrom('2026-03-11T00:00:00Z', 3, failing))
  await makeWeek.run(at(AFTER_BOTH), { week: '2026-W11' })
  await ingest(key, runsFrom('2026-03-12T00:00:00Z', 1))
  await makeWeek.run(at(AFTER_BOTH), { week: '2026-W11', replaces: 1 })
  const server = toMailServer({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, SMTP_FROM: 'desk@example.test' })
  await deliverMails(
    getDb(),
    project.id,
    () => AFTER_BOTH,
    server,
    () => 0,
  )
  const { head, body } = readRaw(smtp.mails[0]?.raw ?? '')
  expect(head).toContain('Week 11: the report is out')
  expect(body).toContain('22 runs, of which 3 failed')
  expect(body).toMatch(/What to do:\n\nFind out why answers fell\.\n\nFix: Failure at <i>fetch<\/i>\./)
  expect(body).toContain('<p dir="auto">Fix: Failure at &lt;i&gt;fetch&lt;/i&gt;.</p>')
  await smtp.close()
})
