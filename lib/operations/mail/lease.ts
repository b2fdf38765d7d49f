import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { isDue, type Lease, leaseRows, type WorkTable } from '../work/lease'

export const MAILS: WorkTable<'mail'> = { model: 'mail', key: 'id', open: ['waiting'], held: 'waiting' }

/** A mail that only the holder of its lease may settle. `isWanted`: the person is still a member and wants this kind of mail. */
export type LeasedMail = Lease & {
  kind: string
  text: string
  link: string
  at: Date
  address: string | null
  name: string
  slug: string
  project: string
  timeZone: string
  /** When the gate it links to times out; null for other mails, and once the gate is closed. */
  deadlineAt: Date | null
  isWanted: boolean
}

/** Far above what the connection timeouts allow for one mail: a holder that has not settled by then has crashed. */
const LEASE_MS = 120_000
/** Concurrent connections to the server, per instance. */
const AT_ONCE = 5

/** Leases the due mails of a project, the longest due first. */
export async function leaseMails(db: Db, projectId: string, now: Date): Promise<LeasedMail[]> {
  const leases = await leaseRows(db, MAILS, {
    projectId,
    where: isDue(now),
    orderBy: Prisma.sql`w.next_at, w.id`,
    limit: AT_ONCE,
    by: 'desk',
    now,
    until: new Date(now.getTime() + LEASE_MS),
  })
  if (leases.length === 0) return []
  const rows = await db.$queryRaw<Omit<LeasedMail, 'attempt' | 'leaseUntil'>[]>`
    SELECT m.id, m.kind, m.text, m.link, m.at, u.email AS address, u.name, p.slug, p.name AS project,
      p.time_zone AS "timeZone", g.deadline_at AS "deadlineAt",
      (u.disabled_at IS NULL AND u.mail_on AND NOT m.kind = ANY(coalesce(u.mail_off, '{}')) AND EXISTS (
        SELECT 1 FROM membership b WHERE b.project_id = ${projectId}::uuid AND b.user_id = m.user_id)) AS "isWanted"
    FROM mail m JOIN "user" u ON u.id = m.user_id JOIN project p ON p.id = m.project_id
    LEFT JOIN gate g ON g.project_id = ${projectId}::uuid AND g.state = 'pending'
      AND g.id = CASE WHEN m.link ~ '^/gates/[0-9a-f-]{36}$' THEN substr(m.link, 8)::uuid END
    WHERE m.project_id = ${projectId}::uuid AND m.id = ANY(${leases.map(({ id }) => id)}::uuid[])`
  const held = new Map(leases.map((lease) => [lease.id, lease]))
  return rows.flatMap((row) => {
    const lease = held.get(row.id)
    return lease ? [{ ...row, ...lease }] : []
  })
}
