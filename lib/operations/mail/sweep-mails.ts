import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { enqueueMails } from '../jobs/enqueue-mails'
import { isNotHeldBack } from '../work/failing-work'
import { mailServer } from './mail-server'

/** Sets the alarm anew of every project that has mail due: after a kill, and for what an alarm missed. */
export async function sweepMails(db: Db, now: Date): Promise<void> {
  if (mailServer() === null) return
  const due = await db.$queryRaw<{ projectId: string }[]>`
    SELECT p.id AS "projectId" FROM project p WHERE EXISTS (
      SELECT 1 FROM mail m WHERE m.project_id = p.id AND m.status = 'waiting' AND m.next_at <= ${now}
        AND (m.lease_until IS NULL OR m.lease_until <= ${now}))
      AND ${isNotHeldBack('mail', Prisma.sql`p.id`, Prisma.sql`p.id`, now)}`
  await enqueueMails(
    db,
    due.map(({ projectId }) => ({ projectId, at: now })),
  )
}
