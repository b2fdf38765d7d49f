import type { Db } from '@/lib/db/client'

/** A mail that only the holder of this lease may settle. `isWanted`: the person still belongs here and wants such mails. */
export type LeasedMail = {
  id: string
  kind: string
  text: string
  link: string
  attempts: number
  at: Date
  leaseUntil: Date
  address: string | null
  name: string
  slug: string
  project: string
  isWanted: boolean
}

/** Far above what one mail can take by the time-outs of its connection: who has not settled by then is gone. */
const LEASE_MS = 120_000
/** Connections to the server at the same time, by each instance. */
const AT_ONCE = 5

/** Leases what is due in a project, the longest due first. */
export async function leaseMails(db: Db, projectId: string, now: Date): Promise<LeasedMail[]> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const rows = await db.$queryRaw<Omit<LeasedMail, 'leaseUntil'>[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM mail
      WHERE project_id = ${projectId}::uuid AND status = 'waiting' AND next_at <= ${now}
        AND (lease_until IS NULL OR lease_until <= ${now})
      ORDER BY next_at, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
    UPDATE mail m SET lease_until = ${leaseUntil} FROM due, "user" u, project p
    WHERE m.project_id = ${projectId}::uuid AND m.id = due.id AND u.id = m.user_id AND p.id = m.project_id
    RETURNING m.id, m.kind, m.text, m.link, m.attempts, m.at, u.email AS address, u.name, p.slug, p.name AS project,
      (u.disabled_at IS NULL AND u.mail_on AND NOT m.kind = ANY(coalesce(u.mail_off, '{}')) AND EXISTS (
        SELECT 1 FROM membership b WHERE b.project_id = m.project_id AND b.user_id = m.user_id)) AS "isWanted"`
  return rows.map((row) => ({ ...row, leaseUntil }))
}
