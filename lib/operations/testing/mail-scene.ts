import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { deliverMails } from '../mail/deliver'
import { type MailServer, toMailServer } from '../notifications/mail-server'
import { notify } from '../notifications/notify'
import { makeProject, type TestProject } from './factories'
import { type FakeSmtp, startSmtp } from './fake-smtp'

// Live bindings: each test has a mail server and a project of its own.
export let smtp: FakeSmtp
export let test: TestProject
export let admin: Context
export let ada: { userId: string; email: string }
export let clock: Date

export const now = () => clock
export const later = (ms: number) => setClock(new Date(clock.getTime() + ms))
export const setClock = (to: Date) => {
  clock = to
}

export function serverAt(port: number, credentials = '', scheme = 'smtp'): MailServer {
  const found = toMailServer({
    SMTP_URL: `${scheme}://${credentials}127.0.0.1:${port}`,
    SMTP_FROM: process.env.SMTP_FROM,
  })
  if (!found) throw new Error('the server is set')
  return found
}

export const deliver = (server = serverAt(smtp.port)) => deliverMails(getDb(), test.project.id, now, server, () => 0)
export const tell = (text = 'A gate waits for you', userIds = [ada.userId]) =>
  notify(getDb(), test.project.id, [{ userIds, kind: 'gate_opened', text, link: '/gates/g1' }], clock)
export const rows = () => getDb().mail.findMany({ where: { projectId: test.project.id }, orderBy: { id: 'asc' } })

/** Sets what the desk reads of the environment, too: a file of tests starts with one of its own, in a process that has this module loaded. */
export async function openMails(): Promise<void> {
  process.env.SMTP_URL = 'smtp://127.0.0.1:9'
  process.env.SMTP_FROM = 'The desk <desk@example.test>'
  process.env.APP_URL = 'https://desk.example.test'
  clock = new Date()
  smtp = await startSmtp()
  test = await makeProject()
  admin = { ...(await test.as('admin', 'Ada')), now }
  if (admin.actor.kind !== 'user') throw new Error('expected a person')
  ada = admin.actor
}

export const closeMails = () => smtp.close()
