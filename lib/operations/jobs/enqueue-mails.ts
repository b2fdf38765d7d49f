import type PgBoss from 'pg-boss'
import type { Db, Tx } from '@/lib/db/client'
import { createBoss, installQueues, within } from './boss'
import { MAIL_SEND, type MailSendJob } from './queues'

type Due = MailSendJob & { at: Date }

let sender: PgBoss | undefined

/** Has what waits in each project sent at that time, once the caller's transaction commits. A sweep finds what an alarm misses. */
export async function enqueueMails(tx: Tx | Db, projects: readonly Due[]): Promise<void> {
  if (projects.length === 0) return
  await installQueues()
  sender ??= createBoss(false)
  const jobs = projects.map(({ projectId, at }) => {
    const data: MailSendJob = { projectId }
    return { name: MAIL_SEND, data, startAfter: at.toISOString() }
  })
  await sender.insert(jobs, { db: within(tx) })
}
