import type { ClientBase } from 'pg'
import type { Payload } from '@/lib/db/generated/client'
import { tables } from '@/lib/db/generated/columns'
import { columnNamed } from '@/lib/db/rows'
import { readTexts } from './fill'
import { READERS_LOCK } from './release'
import { type MovedTable, movedTables } from './value'

/** Tables that describe the payload store: an export with full values does not need them. */
export const STORE_TABLES: ReadonlySet<string> = new Set([tables.payload.name, tables.payloadPass.name])

/**
 * Prevents the removal of objects while this connection is open. Call it before the transaction that reads, which may see rows that are
 * removed later.
 */
export async function keepObjects(client: ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1, 0)', [READERS_LOCK])
}

type Places = Omit<Payload, 'goneAt' | 'projectId' | 'runId' | 'nodeId' | 'movedAt'>[]

/** A row with moved values: its cells, and the exact texts of the moved values by column. */
type WholeRow = { cells: (string | null)[]; values: ReadonlyMap<string, string> }

const IDS: Record<MovedTable, { run: string; node: string }> = {
  run: { run: 't.id', node: 'p.node_id IS NULL' },
  nodeRun: { run: 't.run_id', node: 'p.node_id = t.node_id' },
}

const tableNamed = (name: string): MovedTable | null => movedTables.find((table) => tables[table].name === name) ?? null

/** Returns SQL that is true for a row `t` without moved values; empty for a table that has none. */
export function isWhole(name: string): string {
  const table = tableNamed(name)
  return table ? `NOT EXISTS (${payloadsOf(table, '1')})` : ''
}

const payloadsOf = (table: MovedTable, what: string) =>
  `SELECT ${what} FROM payload p WHERE p.project_id = t.project_id AND p.run_id = ${IDS[table].run} AND ${IDS[table].node} AND p.gone_at IS NULL`

const FETCH = 20

/**
 * Yields the rows that {@link isWhole} excludes: the cells that `select` names of `t`, and the moved values by column.
 * @throws Error if the store does not return a value, since nothing is written with a gap
 */
export async function* readWholeRows(
  client: ClientBase,
  name: string,
  { select, where = 'true' }: { select: string; where?: string },
): AsyncGenerator<WholeRow> {
  const table = tableNamed(name)
  if (!table) return
  const apart = payloadsOf(
    table,
    "json_agg(json_build_object('object', p.object, 'field', p.field, 'hash', p.hash, 'bytes', p.bytes, 'stored', p.stored))",
  )
  await client.query(`DECLARE apart NO SCROLL CURSOR FOR
    SELECT t.project_id, ${IDS[table].run} AS run_id, ARRAY[${select}]::text[] AS cells, (${apart}) AS places
    FROM ${client.escapeIdentifier(name)} t WHERE ${where} AND NOT ${isWhole(name)}`)
  for (;;) {
    const { rows } = await client.query<{
      project_id: string
      run_id: string
      cells: (string | null)[]
      places: Places
    }>(`FETCH ${FETCH} FROM apart`)
    for (const { project_id: projectId, run_id: runId, cells, places } of rows) {
      const texts = await readTexts(
        places.map((place) => ({ ...place, projectId, runId, nodeId: null, movedAt: new Date(0) })),
      )
      yield {
        cells,
        values: new Map(places.map(({ field }, at) => [columnNamed(table, field), texts[at] ?? ''])),
      }
    }
    if (rows.length < FETCH) break
  }
  await client.query('CLOSE apart')
}
