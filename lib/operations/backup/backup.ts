import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { z } from 'zod'
import { CopyOut } from './copy-out'
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
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const facts = await describeDatabase(client)
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
    const copied = client.query(
      new CopyOut(`COPY (SELECT ${columnsOf(client, table)} FROM ${client.escapeIdentifier(table.name)}) TO STDOUT`),
    )
    yield* writePart(copied)
    if (copied.rows !== table.rows) throw new Error(`${table.name}: ${copied.rows} rows came of ${table.rows}`)
  }
  yield* writePart(toJson({ complete: true }))
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
