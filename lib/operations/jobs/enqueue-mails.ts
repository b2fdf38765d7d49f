import type { Db, Tx } from '@/lib/db/client'
import { insertJobs } from './insert-jobs'
import { MAIL_SEND, type MailSendJob } from './queues'

type Due = MailSendJob & { at: Date }

/** Has what waits in each project sent at that time, once the caller's transaction commits. A sweep finds what an alarm misses. */
export function enqueueMails(tx: Tx | Db, projects: readonly Due[]): Promise<void> {
  const jobs = projects.map(({ projectId, at }) => {
    const data: MailSendJob = { projectId }
    return { name: MAIL_SEND, data, at } as const
  })
  return insertJobs(tx, jobs)
}
