import type { AuditEvent } from '@/lib/contracts/audit'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'

type Stored = Omit<AuditEvent, 'at'> & { at: Date }
type Range = { where: readonly Prisma.Sql[]; order: 'ASC' | 'DESC'; limit: number }

/** Events with their place in the chain, as they are exported. */
export async function selectEvents(
  db: Pick<Db | Tx, '$queryRaw'>,
  projectId: string,
  { where, order, limit }: Range,
): Promise<AuditEvent[]> {
  const conditions = [Prisma.sql`project_id = ${projectId}::uuid`, Prisma.sql`seq IS NOT NULL`, ...where]
  const rows = await db.$queryRaw<Stored[]>`
    SELECT seq, project_id AS "projectId", id, at, actor_kind AS "actorKind", actor_id AS "actorId", actor, via, address, action,
      subject, before, after, evidence_digest AS "evidenceDigest", coalesce(prev_hash, '') AS "prevHash", coalesce(hash, '') AS hash
    FROM audit_event WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY seq ${Prisma.raw(order)} LIMIT ${limit}`
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

const PAGE = 1000

/** Every event up to number `last`, in pages, oldest first. */
export async function* readEvents(
  db: Pick<Db | Tx, '$queryRaw'>,
  projectId: string,
  last: number,
): AsyncGenerator<AuditEvent[]> {
  let seq = Number.NEGATIVE_INFINITY
  for (;;) {
    const after = seq === Number.NEGATIVE_INFINITY ? [] : [Prisma.sql`seq > ${seq}`]
    const where = [Prisma.sql`seq <= ${last}`, ...after]
    const page = await selectEvents(db, projectId, { where, order: 'ASC', limit: PAGE })
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    seq = page.at(-1)?.seq ?? seq
  }
}
