import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { Client, ClientBase, Connection, Submittable } from 'pg'
import { type BackupHeader, backupFooter, backupHeader, sumOf } from './backup'
import { copyTarget, type DatabaseFacts, describeDatabase, makeMonths, type OnTable, onWholeDatabase } from './database'
import { PartReader, rowsOfTag } from './parts'

type Options = { url: string; file: string; onTable?: OnTable; signal?: AbortSignal | undefined }

/**
 * Fills an empty, migrated database from a backup in one transaction: all or nothing, even if `signal` aborts.
 * @throws Error for an incomplete backup, for another schema, and for a database that is not empty
 */
export async function restoreDatabase({
  url,
  file,
  onTable = () => {},
  signal,
}: Options): Promise<{ tables: number; rows: number }> {
  const source = createReadStream(file)
  const unpacked = createGunzip()
  source.once('error', (error) => unpacked.destroy(error))
  const stop = () => unpacked.destroy(new Error('it was interrupted'))
  signal?.addEventListener('abort', stop)
  const reader = new PartReader(source.pipe(unpacked))
  try {
    const header = await readHeader(file, reader)
    await onWholeDatabase(url, async (client) => {
      await client.query('BEGIN')
      await lockTables(client)
      assertFits(header, await describeDatabase(client))
      await makeMonths(client, header.months)
      await fill(client, header, reader, async (table) => {
        await onTable(table)
        if (signal?.aborted) throw new Error('it was interrupted')
      })
      await client.query('COMMIT')
      await client.query('ANALYZE')
    })
    return sumOf(header)
  } finally {
    signal?.removeEventListener('abort', stop)
    source.destroy()
    unpacked.destroy()
  }
}

async function readHeader(file: string, reader: PartReader): Promise<BackupHeader> {
  try {
    return backupHeader.parse(await reader.json())
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw error
    throw new Error(`${file} is no backup of a desk`, { cause: error })
  }
}

/** Blocks writes of a running server until the transaction ends. */
async function lockTables(client: Client): Promise<void> {
  const { tables } = await describeDatabase(client)
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
}

function assertFits(header: BackupHeader, { migrations, tables }: DatabaseFacts): void {
  const missing = header.migrations.filter((name) => !migrations.includes(name))
  const more = migrations.filter((name) => !header.migrations.includes(name))
  const differences = [
    ...missing.map((name) => `the database lacks ${name}`),
    ...more.map((name) => `the backup lacks ${name}`),
  ]
  if (differences.length > 0)
    throw new Error(
      `the backup is of another version of the desk: ${differences.join(', ')}. Restore it with that version`,
    )
  const other = findOtherTable(header.tables, tables)
  if (other !== null) throw new Error(`the tables of the database are not those of the backup: ${other} differs`)
  const filled = tables.filter(({ rows }) => rows > 0)
  const listed = filled.slice(0, 3).map(({ name, rows }) => `${name} has ${rows}`)
  const others = filled.length > listed.length ? ` and ${filled.length - listed.length} more tables` : ''
  if (filled.length > 0)
    throw new Error(`the database is not empty: ${listed.join(', ')}${others}. Restore into a new one`)
}

/**
 * Returns the first table that exists on one side only or has other columns. Column order does not matter, since columns are copied by
 * name.
 */
function findOtherTable(mine: BackupHeader['tables'], theirs: BackupHeader['tables']): string | null {
  const shapes = (facts: BackupHeader['tables']) =>
    new Map(facts.map(({ name, columns }) => [name, [...columns].sort().join()]))
  const [a, b] = [shapes(mine), shapes(theirs)]
  return [...new Set([...a.keys(), ...b.keys()])].find((name) => a.get(name) !== b.get(name)) ?? null
}

async function fill(client: Client, header: BackupHeader, reader: PartReader, onTable: OnTable): Promise<void> {
  try {
    for (const table of header.tables) {
      await onTable(table.name)
      const rows = await copyIn(client, `COPY ${copyTarget(client, table)} FROM STDIN`, reader.part())
      if (rows !== table.rows) throw new Error(`${table.name} has ${rows} rows of ${table.rows}`)
    }
    backupFooter.parse(await reader.json())
    await reader.end()
  } catch (error) {
    throw new Error(`the backup cannot be restored: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(chunk: Uint8Array): void
    endCopyFrom(): void
    sendCopyFail(message: string): void
  }
}

/** Sends bytes into a COPY ... FROM STDIN with backpressure. Resolves to the number of rows. */
function copyIn(client: ClientBase, statement: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, bytes, resolve, reject))
  })
}

class CopyIn implements Submittable {
  private rows = Number.NaN
  private hasFailed = false
  /** The error that ended the bytes early; the server's error would not contain it. */
  private reason: unknown
  private readonly statement: string
  private readonly bytes: AsyncIterable<Uint8Array>
  private readonly resolve: (rows: number) => void
  private readonly reject: (error: unknown) => void

  constructor(
    statement: string,
    bytes: AsyncIterable<Uint8Array>,
    resolve: (rows: number) => void,
    reject: (error: unknown) => void,
  ) {
    this.statement = statement
    this.bytes = bytes
    this.resolve = resolve
    this.reject = reject
  }

  submit(connection: Connection): void {
    connection.query(this.statement)
  }

  handleCopyInResponse(connection: Connection): void {
    void this.send(connection)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsOfTag(text)
  }

  handleReadyForQuery(): void {
    if (!this.hasFailed) this.resolve(this.rows)
  }

  handleError(error: Error): void {
    this.hasFailed = true
    this.reject(this.reason ?? error)
  }

  private async send(connection: Connection): Promise<void> {
    try {
      for await (const chunk of this.bytes) {
        if (this.hasFailed) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    } catch (error) {
      this.reason = error
      connection.sendCopyFail('the data ended early')
    }
  }
}
