import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { z } from 'zod'
import { isWhole, keepObjects, readWholeRows, STORE_TABLES } from '../payloads/whole-rows'
import { CopyOut, toCopyLine } from './copy-out'
import { columnsOf, describeDatabase, type OnTable, onDatabase } from './database'
import { findMonths } from './months'
import { writePart } from './parts'

type Options = { url: string; file: string; now: Date; onTable?: OnTable; signal?: AbortSignal | undefined }

/**
 * Writes everything the desk keeps into a file, as of one moment, while the desk goes on. The file is there once it is
 * whole, and never in part, also where `signal` ends it early. It is for its owner alone: it holds the hashes of passwords and keys. What is sealed in it opens only with the same AUTH_SECRET.
 */
export function backupDatabase({
  url,
  file,
  now,
  onTable = () => {},
  signal,
}: Options): Promise<{ tables: number; rows: number }> {
  return onDatabase(url, async (client) => {
    await keepObjects(client)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const described = await describeDatabase(client)
    // With what is in the payload store in its place, so that it is restored without.
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
    const told = { rows: 0 }
    yield* writePart(rowsOf(client, table, told))
    if (told.rows !== table.rows) throw new Error(`${table.name}: ${told.rows} rows came of ${table.rows}`)
  }
  yield* writePart(toJson({ complete: true }))
}

/** The rows of a table as COPY writes them; those of which values are apart come last. */
async function* rowsOf(
  client: Client,
  table: BackupHeader['tables'][number],
  told: { rows: number },
): AsyncGenerator<Uint8Array> {
  const { name, columns } = table
  const condition = STORE_TABLES.has(name) ? 'false' : isWhole(name) || 'true'
  const copied = client.query(
    new CopyOut(
      `COPY (SELECT ${columnsOf(client, table)} FROM ${client.escapeIdentifier(name)} t WHERE ${condition}) TO STDOUT`,
    ),
  )
  yield* copied
  told.rows = copied.rows
  const select = columns.map((column) => `t.${client.escapeIdentifier(column)}::text`).join(', ')
  for await (const { cells, values } of readWholeRows(client, name, { select })) {
    yield Buffer.from(toCopyLine(columns.map((column, at) => values.get(column) ?? cells[at] ?? null)))
    told.rows++
  }
}

const toJson = (value: unknown) => [Buffer.from(JSON.stringify(value))]

/** Writes bytes into a file, gzip, which is there once it is whole. */
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
    await rm(part, { force: true })
    throw error
  }
}

/** What a backup begins with: the schema it is of, and its tables in the order in which they can be filled. */
export const backupHeader = z.object({
  kind: z.literal('veritas backup'),
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Of the runs, as their ids tell them. */
  months: z.array(z.string().regex(/^\d{4}-\d\d$/)).default([]),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int().min(0) })),
})
export type BackupHeader = z.infer<typeof backupHeader>

/** What a backup ends with: it is whole. */
export const backupFooter = z.object({ complete: z.literal(true) })

/** Tables and rows of a backup in all. */
export function sumOf({ tables }: Pick<BackupHeader, 'tables'>): { tables: number; rows: number } {
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }
}
