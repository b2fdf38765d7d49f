import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { columnOf, type Field, jsonRecordset, type Row, setFrom, tableOf } from '@/lib/db/rows'

type WorkModel = 'deadLetter' | 'mail' | 'trial' | 'webhookDelivery'

/**
 * A table of leased work. All share the columns `status`, `attempts` (leases so far), `nextAt` (when the row is due; null if it
 * is not retried automatically), `leaseUntil` and `leasedBy`.
 */
export type WorkTable<M extends WorkModel = WorkModel> = {
  model: M
  key: Field<M>
  /** Statuses from which a free row may be leased. */
  open: readonly string[]
  /** Status of a leased row. */
  held: string
}

/** Rows `w` of a project among which `key` is unique. */
type Scope = { projectId: string; scope?: Prisma.Sql }

type LeaseInput = Scope & {
  /** Further condition on rows `w`, besides being open and free. */
  where: Prisma.Sql
  orderBy: Prisma.Sql
  limit: number | Prisma.Sql
  by: string
  now: Date
  until: Date
  /** Further assignments to a leased row. */
  set?: Prisma.Sql
}

/** The lease of a row: only this attempt may settle it, until `leaseUntil`. */
export type Lease = { id: string; attempt: number; leaseUntil: Date }

/** Whether a row `w` is due. */
export const isDue = (now: Date): Prisma.Sql => Prisma.sql`w.next_at <= ${now}`

/** Whether a row `w` has no lease, or an expired one. */
export const isFree = (now: Date): Prisma.Sql => Prisma.sql`(w.lease_until IS NULL OR w.lease_until <= ${now})`

/** Leases rows to one holder, never the same row to two: rows locked by other transactions are skipped. */
export async function leaseRows<M extends WorkModel>(
  db: Db | Tx,
  table: WorkTable<M>,
  input: LeaseInput,
): Promise<Lease[]> {
  const { where, orderBy, limit, by, now, until, set } = input
  const { name, key } = quoted(table)
  // Materialized: a subquery that a join re-runs would lock and lease further rows each time.
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

/** Picks only the lease fields. */
export const leaseOf = ({ id, attempt, leaseUntil }: Lease): Lease => ({ id, attempt, leaseUntil })

type Settled<M extends WorkModel> = Omit<Lease, 'leaseUntil'> & { leaseUntil: Date | null } & Partial<
    Omit<Row<M>, 'attempts' | 'leaseUntil' | 'leasedBy'>
  >

/**
 * Ends attempts and stores their results, if the lease is still held. All rows must set the same fields. Resolves to the ids
 * written; the others have another holder by now, or none.
 */
export async function settleRows<M extends WorkModel>(
  tx: Db | Tx,
  table: WorkTable<M>,
  scope: Scope,
  settled: readonly Settled<M>[],
): Promise<ReadonlySet<string>> {
  const [first] = settled
  if (!first) return new Set()
  const { name, key } = quoted(table)
  const { id: _, attempt: __, leaseUntil: ___, ...written } = first
  const fields = Object.keys(written) as Field<M>[]
  const held = [table.key, 'attempts', 'leaseUntil'] as Field<M>[]
  const rows = settled.map(({ id, attempt, ...row }) => ({ ...row, [table.key]: id, attempts: attempt }))
  const updated = await tx.$queryRaw<{ id: string }[]>`
    UPDATE ${name} w SET ${setFrom(table.model, fields)}, lease_until = NULL, leased_by = NULL
    FROM ${jsonRecordset(table.model, [...held, ...fields], rows as never)}
    WHERE ${within(scope)} AND w.${key} = x.${key} AND w.attempts = x.attempts AND w.lease_until = x.lease_until
    RETURNING w.${key} AS id`
  return new Set(updated.map((row) => row.id))
}

function quoted<M extends WorkModel>({ model, key }: WorkTable<M>) {
  return { name: tableOf(model), key: Prisma.raw(`"${columnOf(model, key)}"`) }
}

const within = ({ projectId, scope }: Scope) =>
  Prisma.sql`w.project_id = ${projectId}::uuid ${scope ? Prisma.sql`AND ${scope}` : Prisma.empty}`

/** The times of the jobs needed for retried rows; rows due within the same second share one. */
export function retryTimes(rows: readonly { nextAt: Date | null }[]): Date[] {
  const seconds = rows.flatMap((row) => (row.nextAt ? [Math.ceil(row.nextAt.getTime() / 1000)] : []))
  return [...new Set(seconds)].map((second) => new Date(second * 1000))
}
