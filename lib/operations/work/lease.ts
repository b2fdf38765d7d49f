import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type Columns, type Row, recordset, setFrom } from '@/lib/db/rows'

/**
 * A table of leased work. All keep one shape: `status`, `attempts` (leases so far), `next_at` (when the row is due; null
 * while nothing is tried by itself), `lease_until` and `leased_by`.
 */
export type WorkTable = {
  name: 'dead_letter' | 'mail' | 'trial' | 'webhook_delivery'
  key: 'id' | 'message_id'
  /** The statuses from which a free row may be leased. */
  open: readonly string[]
  /** The status of a row that is held. */
  held: string
}

/** Rows `w` of a project among which `key` is unique. */
type Scope = { projectId: string; scope?: Prisma.Sql }

type LeaseInput = Scope & {
  /** Which rows `w` of them, besides being open and free. */
  where: Prisma.Sql
  orderBy: Prisma.Sql
  limit: number | Prisma.Sql
  by: string
  now: Date
  until: Date
  /** Further assignments to a row that is leased. */
  set?: Prisma.Sql
}

/** Who holds a row, in which attempt, and until when: only this attempt may settle it. */
export type Lease = { id: string; attempt: number; leaseUntil: Date }

/** Whether the hour of a row `w` has come. */
export const isDue = (now: Date): Prisma.Sql => Prisma.sql`w.next_at <= ${now}`

/** Whether nobody holds a row `w`: its last holder settled it, or did not in time. */
export const isFree = (now: Date): Prisma.Sql => Prisma.sql`(w.lease_until IS NULL OR w.lease_until <= ${now})`

/** Leases rows to one holder. No two ever hold the same: what another transaction is taking is left to it. */
export async function leaseRows(db: Db | Tx, table: WorkTable, input: LeaseInput): Promise<Lease[]> {
  const { where, orderBy, limit, by, now, until, set } = input
  const { name, key } = quoted(table)
  // Materialised, since a subquery that a join runs again would lock and lease further rows each time.
  const rows = await db.$queryRaw<Omit<Lease, 'leaseUntil'>[]>`
    WITH due AS MATERIALIZED (
      SELECT w.${key} AS id FROM ${name} w
      WHERE ${within(input)} AND w.status = ANY(${table.open}::text[]) AND ${isFree(now)} AND ${where}
      ORDER BY ${orderBy} LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE ${name} w SET status = ${table.held}, attempts = w.attempts + 1, lease_until = ${until}, leased_by = ${by}
      ${set ? Prisma.sql`, ${set}` : Prisma.empty}
    FROM due WHERE ${within(input)} AND w.${key} = due.id
    RETURNING w.${key} AS id, w.attempts AS attempt`
  return rows.map((row) => ({ ...row, leaseUntil: until }))
}

const LEASE: Columns = { id: 'uuid', attempt: 'int', lease_until: 'timestamptz' }

type Settled = Row & { id: string; attempt: number; lease_until: Date | null }

/**
 * Ends attempts and writes what came of them into `columns`, where the lease still stands. Resolves to the ids of what it
 * wrote; what is missing has another holder by now, or none.
 */
export async function settleRows(
  tx: Db | Tx,
  table: WorkTable,
  scope: Scope,
  columns: Columns,
  rows: readonly Settled[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const { name, key } = quoted(table)
  const settled = await tx.$queryRaw<{ id: string }[]>`
    UPDATE ${name} w SET ${setFrom(columns)}, lease_until = NULL, leased_by = NULL
    FROM ${recordset({ ...LEASE, ...columns }, rows)}
    WHERE ${within(scope)} AND w.${key} = x.id AND w.attempts = x.attempt AND w.lease_until = x.lease_until
    RETURNING w.${key} AS id`
  return new Set(settled.map(({ id }) => id))
}

const quoted = ({ name, key }: WorkTable) => ({ name: Prisma.raw(`"${name}"`), key: Prisma.raw(`"${key}"`) })

const within = ({ projectId, scope }: Scope) =>
  Prisma.sql`w.project_id = ${projectId}::uuid ${scope ? Prisma.sql`AND ${scope}` : Prisma.empty}`

/** When jobs are needed for rows that are tried again: those due within the same second share one. */
export function retryTimes(rows: readonly { next_at: Date | null }[]): Date[] {
  const seconds = rows.flatMap((row) => (row.next_at ? [Math.ceil(row.next_at.getTime() / 1000)] : []))
  return [...new Set(seconds)].map((second) => new Date(second * 1000))
}
