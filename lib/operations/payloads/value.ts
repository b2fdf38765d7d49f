import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { Prisma } from '@/lib/db/generated/client'
import type { Field, Table } from '@/lib/db/rows'
import { monthOf, timeOfRunId } from '@/lib/db/run-months'

/** The JSON fields of runs and nodes that are moved to the payload store when they are long. */
export const MOVED_FIELDS = {
  run: ['request', 'output', 'sources'],
  nodeRun: ['input', 'systemPrompt', 'output', 'toolCalls', 'attributes'],
} as const satisfies { [T in Table]?: readonly Field<T>[] }
export type MovedTable = keyof typeof MOVED_FIELDS
export const movedTables = Object.keys(MOVED_FIELDS) as MovedTable[]

/** The name of an object in the store. Names are never reused, so that removing one can never hit a newer value. */
export const keyOf = ({ projectId, runId, object }: { projectId: string; runId: string; object: string }) =>
  `${projectId}/${monthOf(timeOfRunId(runId))}/${runId}/${object}`

const MARK = 'kept apart'
const STAND_IN = new RegExp(`^\\[${MARK} ([0-9a-f-]{36})\\]$`)

/**
 * Returns the stand-in that a row keeps for a moved value. It looks the same to checks for an answer, for the number and names of calls,
 * and for sources.
 */
export function standInOf(field: string, value: unknown, object: string): unknown {
  const mark = `[${MARK} ${object}]`
  if (!Array.isArray(value)) return mark
  if (field !== 'toolCalls') return [mark]
  return value.map((call: { name?: unknown }, place) => ({
    name: call?.name ?? null,
    ...(place === 0 && { id: mark }),
  }))
}

/** Returns the object that a stand-in refers to, or null. A client can send the same text: only the payload table decides. */
export function objectOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value
  const mark: unknown = typeof first === 'object' && first !== null && 'id' in first ? first.id : first
  return typeof mark === 'string' ? (STAND_IN.exec(mark)?.[1] ?? null) : null
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** SHA-256 in hexadecimal: what a text of the payload store is named by. */
export const hashOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/**
 * The same in SQL, of a column that holds JSON. Avoids `convert_to`: Citus requires immutable functions of columns in statements that change
 * rows.
 */
export const hashInSql = (column: string): Prisma.Sql =>
  Prisma.raw(`encode(sha256(decode(replace(${column}::text, '\\', '\\\\'), 'escape')), 'hex')`)

/** Compresses JSON text for the store. */
export const pack = (text: string): Promise<Buffer> => compress(Buffer.from(text))

/** Decompresses an object to its JSON text. @throws Error if it is not what was written */
export async function unpack(packed: Uint8Array, { hash, bytes }: { hash: string; bytes: number }): Promise<string> {
  const text = await decompress(packed, { maxOutputLength: bytes })
  if (hashOf(text) !== hash) throw new Error('it is not what was written')
  return text.toString()
}
