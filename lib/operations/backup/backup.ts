import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { z } from 'zod'
import { isWhole, keepObjects, readWholeRows, STORE_TABLES } from '../payloads/whole-rows'
import { columnsOf, describeDatabase, findMonths, type OnTable, onWholeDatabase } from './database'
import { CopyOut, toCopyLine, writePart } from './parts'

type Options = { url: string; file: string; now: Date; onTable?: OnTable; signal?: AbortSignal | undefined }

/**
 * Writes the whole database into a file, as a consistent snapshot while the server runs. The file is only created when it is complete, even
 * if `signal` aborts. It is readable by its owner only, because it contains the hashes of passwords and keys. Sealed secrets in it can only
 * be opened with the same AUTH_SECRET.
 */
export function backupDatabase({
  url,
  file,
  now,
  onTable = () => {},
  signal,
}: Options): Promise<{ tables: number; rows: number }> {
  return onWholeDatabase(url, async (client) => {
    await keepObjects(client)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const described = await describeDatabase(client)
    // Values from the payload store are written in place, so that a restore needs no store.
    const tables = described.tables.map((table) => (STORE_TABLES.has(table.name) ? { ...table, rows: 0 } : table))
    const facts = { ...described, tables }
    const months = await findMonths(client)
    const header: BackupHeader = { kind: 'veritas backup', format: 1, madeAt: now.toISOString(), months, ...facts }
    await writeWhole(file, partsOf(client, header, onTable), signal)
    return sumOf(header)
  })
}

async function* partsOf(client: Client, header: BackupHeader, onTable: OnTable): AsyncGenerator<Buffer> {
  yield* writePart(toJson(header))
  for (const table of header.tables) {
    await onTable(table.name)
    const counted = { rows: 0 }
    yield* writePart(rowsOf(client, table, counted))
    if (counted.rows !== table.rows) throw new Error(`${table.name}: read ${counted.rows} of ${table.rows} rows`)
  }
  yield* writePart(toJson({ complete: true }))
}

/** Yields the rows of a table in COPY format; rows with moved values come last. */
async function* rowsOf(
  client: Client,
  table: BackupHeader['tables'][number],
  counted: { rows: number },
): AsyncGenerator<Uint8Array> {
  const { name, columns } = table
  const condition = STORE_TABLES.has(name) ? 'false' : isWhole(name) || 'true'
  const copied = client.query(
    new CopyOut(
      `COPY (SELECT ${columnsOf(client, table)} FROM ${client.escapeIdentifier(name)} t WHERE ${condition}) TO STDOUT`,
    ),
  )
  yield* copied
  counted.rows = copied.rows
  const select = columns.map((column) => `t.${client.escapeIdentifier(column)}::text`).join(', ')
  for await (const { cells, values } of readWholeRows(client, name, { select })) {
    yield Buffer.from(toCopyLine(columns.map((column, at) => values.get(column) ?? cells[at] ?? null)))
    counted.rows++
  }
}

const toJson = (value: unknown) => [Buffer.from(JSON.stringify(value))]

/** Writes bytes gzipped into a file, which only appears when it is complete. */
export async function writeWhole(file: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void> {
  const part = `${file}.${randomUUID()}.part`
  try {
    const target = createWriteStream(part, { flags: 'wx', mode: 0o600 })
    await pipeline(Readable.from(bytes), createGzip(), target, signal ? { signal } : {})
    const written = await open(part, 'r+')
    await written.sync()
    await written.close()
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    // The name of the temporary file says nothing to the caller.
    throw error instanceof Error && 'path' in error ? Object.assign(error, { path: file }) : error
  }
}

/** The header of a backup: its schema, and its tables in an order in which they can be filled. */
export const backupHeader = z.object({
  kind: z.literal('veritas backup'),
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The months of the runs, derived from their ids. */
  months: z.array(z.string().regex(/^\d{4}-\d\d$/)).default([]),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int().min(0) })),
})
export type BackupHeader = z.infer<typeof backupHeader>

/** The footer of a backup, which proves that it is complete. */
export const backupFooter = z.object({ complete: z.literal(true) })

/** Counts the tables of a backup, and their rows. */
export function sumOf({ tables }: Pick<BackupHeader, 'tables'>): { tables: number; rows: number } {
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }
}
