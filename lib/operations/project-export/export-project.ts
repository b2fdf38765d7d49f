import { rm } from 'node:fs/promises'
import type { Client } from 'pg'
import { tables } from '@/lib/db/generated/columns'
import { writeWhole } from '../backup/backup'
import { type OnTable, onWholeDatabase } from '../backup/database'
import { isWhole, keepObjects, readWholeRows } from '../payloads/whole-rows'

/** The maximum size of a file of rows, which is held in memory together with one row. */
const PART_BYTES = 4_000_000
/** Rows fetched at a time: few at first, then depending on their size. */
const FETCH = { first: 20, most: 2000 }

/** Columns that are never exported, since they would allow impersonation. */
const SECRET: Record<string, readonly string[]> = {
  api_key: ['hash'],
  invitation: ['token_hash'],
  webhook_endpoint: ['secret', 'old_secret'],
  chain_version: ['executor'],
  oauth_grant: ['stamp'],
  project_judge: ['api_key'],
}

/** Tables that are of no use without the server that wrote them. */
const LEFT_OUT = new Set(['failing_work', 'judge_flight', 'oauth_token', 'payload', 'payload_pass'])

const TABLES = Object.values(tables).filter(
  ({ name, columns }) => (name === 'project' || 'projectId' in columns) && !LEFT_OUT.has(name),
)

/** A reader that takes nothing for this long is cut off, since the snapshot keeps the database from removing outdated rows. */
const IDLE_MS = 10 * 60_000

type Exportable = (typeof TABLES)[number]
type Options = { url: string; slug: string; now: Date; onTable?: OnTable; idleMs?: number }
type Exported = { tables: number; rows: number }

/**
 * Exports a project as a tar archive from one snapshot, in parts: `data/<table>/00001.jsonl` and on with a JSON row per line, and finally
 * `manifest.json` with the counts. `totals` is filled at the end. Returns false if there is no such project.
 * @throws Error when the next part is taken more than `idleMs` after the one before, ten minutes by default
 */
export async function* exportProject(options: Options & { totals?: Exported }): AsyncGenerator<Buffer, boolean> {
  const { url, slug, now, onTable = () => {}, totals, idleMs = IDLE_MS } = options
  const client = await connected(url)
  try {
    await keepObjects(client.client)
    await client.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.client.query(`SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`)
    const found = await client.client.query<{ id: string; name: string }>(
      'SELECT id, name FROM project WHERE slug = $1',
      [slug],
    )
    const project = found.rows[0]
    if (!project) return false
    const counts: Record<string, number> = {}
    for (const table of TABLES) {
      await onTable(table.name)
      counts[table.name] = yield* exportTable(client.client, table, project.id, now)
    }
    counts.person = yield* exportPeople(client.client, project.id, now)
    const manifest = {
      kind: 'veritas project',
      format: 1,
      madeAt: now.toISOString(),
      project: { id: project.id, slug, name: project.name },
      tables: counts,
    }
    yield tarEntry('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), now)
    yield TAR_END
    if (totals) Object.assign(totals, sumOf(counts))
    return true
  } finally {
    client.release()
  }
}

const sumOf = (counts: Record<string, number>): Exported => ({
  tables: Object.keys(counts).length,
  rows: Object.values(counts).reduce((sum, rows) => sum + rows, 0),
})

async function* exportTable(
  client: Client,
  { name, columns }: Exportable,
  projectId: string,
  now: Date,
): AsyncGenerator<Buffer, number> {
  const own = name === 'project' ? 'id' : 'project_id'
  const open = Object.values(columns).filter((column) => !SECRET[name]?.includes(column.name))
  const cells = open.map((column) => `t.${client.escapeIdentifier(column.name)}`)
  const line = `(SELECT row_to_json(cells)::text FROM (SELECT ${cells.join(', ')}) cells)`
  const table = client.escapeIdentifier(name)
  const where = `t.${own} = ${client.escapeLiteral(projectId)}`
  const whole = isWhole(name)
  const query = `SELECT ${line} AS line FROM ${table} t WHERE ${where}${whole && ` AND ${whole}`}`
  return yield* exportRows(client, name, query, now, apartLines(client, name, { select: line, where }))
}

/** Yields the rows with values in the payload store, with the exact texts of these values. */
async function* apartLines(
  client: Client,
  name: string,
  rows: { select: string; where: string },
): AsyncGenerator<string> {
  for await (const { cells, values } of readWholeRows(client, name, rows)) {
    const row: Record<string, unknown> = JSON.parse(cells[0] ?? '{}')
    const fields = Object.entries(row).map(
      ([column, value]) => `${JSON.stringify(column)}: ${values.get(column) ?? JSON.stringify(value)}`,
    )
    yield `{${fields.join(', ')}}`
  }
}

/** Exports the members of the project, so that ids in the other files can be resolved to people. */
async function* exportPeople(client: Client, projectId: string, now: Date): AsyncGenerator<Buffer, number> {
  const query = `
    SELECT jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'role', m.role)::text AS line
    FROM membership m JOIN "user" u ON u.id = m.user_id WHERE m.project_id = ${client.escapeLiteral(projectId)}`
  return yield* exportRows(client, 'person', query, now)
}

async function* exportRows(
  client: Client,
  name: string,
  query: string,
  now: Date,
  more: AsyncIterable<string> | Iterable<string> = [],
): AsyncGenerator<Buffer, number> {
  await client.query(`DECLARE part NO SCROLL CURSOR FOR ${query}`)
  let [rows, parts, fetch] = [0, 0, FETCH.first]
  let [held, size]: [string[], number] = [[], 0]
  const part = () => {
    const entry = tarEntry(`data/${name}/${String(++parts).padStart(5, '0')}.jsonl`, Buffer.from(held.join('')), now)
    ;[held, size] = [[], 0]
    return entry
  }
  const hold = (line: string) => {
    held.push(line, '\n')
    size += line.length + 1
    rows++
  }
  for (;;) {
    const { rows: fetched } = await client.query<{ line: string }>(`FETCH ${fetch} FROM part`)
    const before = size
    for (const { line } of fetched) hold(line)
    const each = Math.max(1, (size - before) / fetched.length)
    if (size >= PART_BYTES) yield part()
    if (fetched.length < fetch) break
    fetch = Math.max(1, Math.min(FETCH.most, Math.floor(PART_BYTES / 4 / each)))
  }
  await client.query('CLOSE part')
  for await (const line of more) {
    hold(line)
    if (size >= PART_BYTES) yield part()
  }
  if (size > 0 || parts === 0) yield part()
  return rows
}

/** Opens a separate connection that stays open until it is released. */
async function connected(url: string): Promise<{ client: Client; release: () => void }> {
  const { promise: end, resolve: release } = Promise.withResolvers<void>()
  const client = await new Promise<Client>((resolve, reject) => {
    onWholeDatabase(url, async (connection) => {
      resolve(connection)
      await end
    }).catch(reject)
  })
  return { client, release }
}

/** Exports to a gzipped file. Returns null if there is no such project. */
export async function exportProjectFile(
  options: Options & { file: string; signal?: AbortSignal | undefined },
): Promise<Exported | null> {
  const totals: Exported = { tables: 0, rows: 0 }
  await writeWhole(options.file, exportProject({ ...options, totals }), options.signal)
  if (totals.tables > 0) return totals
  await rm(options.file, { force: true })
  return null
}

const BLOCK = 512

/** Encodes a file of a tar archive (POSIX ustar): its header and its bytes, padded to a whole block. */
function tarEntry(name: string, content: Buffer, at: Date): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, offset: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset, length, 'ascii')
  header.write(name, 0, 100, 'utf8')
  octal(0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(content.length, 124, 12)
  octal(Math.floor(at.getTime() / 1000), 136, 12)
  header.write('        0', 148, 9, 'ascii')
  header.write('ustar\x0000', 257, 8, 'latin1')
  // The checksum is computed with spaces in its own field.
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8, 'ascii')
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)])
}

/** Two empty blocks end an archive. */
const TAR_END = Buffer.alloc(2 * BLOCK)
