import { v7 as uuid } from 'uuid'
import { DAY_MS } from '@/lib/contracts/durations'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { columnNamed, insertRows, type Row, tableOf, typedRecordset } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { forEachConcurrently } from '../payloads/for-each-concurrently'
import type { PayloadStore } from '../payloads/store'
import {
  hashInSql,
  hashOf,
  keyOf,
  MOVED_FIELDS,
  type MovedTable,
  movedTables,
  pack,
  standInOf,
} from '../payloads/value'

/** A value is moved if its JSON text is longer than this … */
const LONG_BYTES = 32 * 1024
/** … and its compressed size in the database exceeds this. Checking that does not read the value. */
const STORED_BYTES = 8 * 1024
/** Stored bytes that are read into memory at a time; a single value may exceed it. */
const BATCH_BYTES = 1024 * 1024
const BATCH_VALUES = 100
const AT_ONCE = 8

type Candidate = { table: MovedTable; runId: string; nodeId: string | null; field: string; stored: number }
type Found = Candidate & { text: string }
type Taken = Row<'payload'> & { table: MovedTable; nodeId: string | null; standIn: unknown; packed: Buffer }

/** Moves the long values of these ended runs into the store. @throws StoreError */
export async function moveOut(
  db: Db,
  store: PayloadStore,
  { projectId, runIds, now }: { projectId: string; runIds: readonly string[]; now: Date },
): Promise<void> {
  for (const batch of batchesOf(await findCandidates(db, projectId, runIds))) {
    const found = await listLong(db, projectId, batch)
    if (found.length > 0) await moveBatch(db, store, { projectId, found, now })
  }
}

const keyColumns = (table: MovedTable) =>
  table === 'run'
    ? { id: Prisma.raw('t.id'), node: Prisma.raw('NULL::text') }
    : { id: Prisma.raw('t.run_id'), node: Prisma.raw('t.node_id') }

/** Returns the values of these runs that occupy much space. */
async function findCandidates(db: Db, projectId: string, runIds: readonly string[]): Promise<Candidate[]> {
  const selects = movedTables.map((table) => {
    const { id, node } = keyColumns(table)
    const values = MOVED_FIELDS[table].map(
      (field) => Prisma.sql`(${field}, pg_column_size(t.${Prisma.raw(columnNamed(table, field))}))`,
    )
    return Prisma.sql`
      SELECT ${table} AS "table", ${id} AS "runId", ${node} AS "nodeId", v.field, v.stored::int AS stored
      FROM ${tableOf(table)} t CROSS JOIN LATERAL (VALUES ${Prisma.join(values)}) v(field, stored)
      WHERE t.project_id = ${projectId}::uuid AND ${id} = ANY(${runIds}::uuid[]) AND v.stored > ${STORED_BYTES}`
  })
  return db.$queryRaw<Candidate[]>(Prisma.join(selects, ' UNION ALL '))
}

function batchesOf(candidates: readonly Candidate[]): Candidate[][] {
  const batches: Candidate[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const last = batches.at(-1)
    if (!last || size + candidate.stored > BATCH_BYTES || last.length >= BATCH_VALUES) {
      batches.push([candidate])
      size = candidate.stored
    } else {
      last.push(candidate)
      size += candidate.stored
    }
  }
  return batches
}

/** Returns the candidates whose text is long, with the text. */
async function listLong(db: Db, projectId: string, batch: readonly Candidate[]): Promise<Found[]> {
  const groups = [...Map.groupBy(batch, ({ table, field }) => `${table} ${field}`).values()]
  const found: Found[] = []
  for (const group of groups) {
    const [{ table, field } = { table: 'run' as const, field: 'output' }] = group
    const { id, node } = keyColumns(table)
    const value = Prisma.raw(`t."${columnNamed(table, field)}"::text`)
    const rows = await db.$queryRaw<{ runId: string; nodeId: string | null; text: string }[]>`
      SELECT ${id} AS "runId", ${node} AS "nodeId", ${value} AS text FROM ${tableOf(table)} t
      WHERE t.project_id = ${projectId}::uuid AND ${id} = ANY(${[...new Set(group.map(({ runId }) => runId))]}::uuid[])
        ${table === 'run' ? Prisma.empty : Prisma.sql`AND t.node_id = ANY(${group.map(({ nodeId }) => nodeId ?? '')}::text[])`}
        AND octet_length(${value}) > ${LONG_BYTES}`
    const stored = new Map(group.map((one) => [`${one.runId} ${one.nodeId}`, one.stored]))
    for (const row of rows) {
      const size = stored.get(`${row.runId} ${row.nodeId}`)
      if (size !== undefined) found.push({ ...row, table, field, stored: size })
    }
  }
  return found
}

type Batch = { projectId: string; found: readonly Found[]; now: Date }

/** After this time an unfinished write is considered abandoned. */
const GIVEN_UP_MS = DAY_MS

/**
 * First records the objects as due for removal, then writes them, then puts the stand-ins in place in one transaction: a crash in between
 * leaves recorded objects, and no stand-in without an object.
 */
async function moveBatch(db: Db, store: PayloadStore, { projectId, found, now }: Batch): Promise<void> {
  const until = new Date(now.getTime() + GIVEN_UP_MS)
  const taken = (await Promise.all(found.map((one) => take(projectId, one, now)))).flatMap((one) => one ?? [])
  if (taken.length === 0) return
  await db.$executeRaw(
    insertRows(
      'payload',
      taken.map((one) => ({ ...toRow(one), goneAt: until })),
    ),
  )
  await forEachConcurrently(AT_ONCE, taken, (one) => store.put(keyOf(one), one.packed))
  await inTransaction({ db }, (tx) => replaceValues(tx, projectId, taken, now))
}

const toRow = ({ table, standIn, packed, ...row }: Taken): Row<'payload'> => row

async function take(projectId: string, { table, runId, nodeId, field, text }: Found, now: Date): Promise<Taken | null> {
  const value: unknown = JSON.parse(text)
  // A blank string counts as no answer, which a stand-in would not.
  if (typeof value === 'string' && value.trim() === '') return null
  const packed = await pack(text)
  const object = uuid()
  const sizes = { bytes: Buffer.byteLength(text), stored: packed.length }
  const place = { table, projectId, runId, object, nodeId, field }
  return { ...place, hash: hashOf(text), ...sizes, movedAt: now, standIn: standInOf(field, value, object), packed }
}

/** Puts stand-ins into the rows that still have these values, and marks their objects as referenced. */
async function replaceValues(tx: Tx, projectId: string, written: readonly Taken[], now: Date): Promise<void> {
  const runIds = [...new Set(written.map(({ runId }) => runId))].sort()
  // Every change of a run locks this row, and so does another instance that moves the same values.
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM run_summary WHERE project_id = ${projectId}::uuid AND id = ANY(${runIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`
  const free = new Set(held.map(({ id }) => id))
  const moved = new Set<string>()
  const own = written.filter(({ runId }) => free.has(runId))
  for (const [, group] of [
    ...Map.groupBy(own, ({ table, field }) => `${movedTables.indexOf(table)} ${field}`),
  ].sort()) {
    const [{ table, field } = { table: 'run' as const, field: 'output' }] = group
    const { id, node } = keyColumns(table)
    const column = `"${columnNamed(table, field)}"`
    const types = { runId: 'uuid', nodeId: 'text', object: 'uuid', hash: 'text', standIn: 'json' }
    const rows = await tx.$queryRaw<{ object: string }[]>`
      UPDATE ${tableOf(table)} t SET ${Prisma.raw(column)} = x."standIn" FROM ${typedRecordset(
        types,
        group.map(({ packed, ...one }) => one),
      )}
      WHERE t.project_id = ${projectId}::uuid AND ${id} = ANY(${[...free]}::uuid[]) AND ${id} = x."runId"
        AND ${node} IS NOT DISTINCT FROM x."nodeId" AND ${hashInSql(`t.${column}`)} = x.hash
      RETURNING x.object::text AS object`
    for (const { object } of rows) moved.add(object)
  }
  const noted = await tx.payload.updateMany({
    where: { projectId, runId: { in: [...free] }, object: { in: [...moved] }, goneAt: { not: null } },
    data: { goneAt: null },
  })
  if (noted.count !== moved.size) throw new Error('what was written to the payload store was removed meanwhile')
  await tx.payload.updateMany({
    where: {
      projectId,
      runId: { in: runIds },
      object: { in: written.map(({ object }) => object) },
      goneAt: { not: null },
    },
    data: { goneAt: now },
  })
}
