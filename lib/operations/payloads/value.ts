import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { monthOf, timeOfRunId } from '@/lib/db/run-months'

/** What is moved of a run and of its nodes where it is long; all of it JSON. */
export const MOVED_FIELDS = {
  run: ['request', 'output', 'sources'],
  nodeRun: ['input', 'systemPrompt', 'output', 'toolCalls', 'attributes'],
} as const
export type MovedTable = keyof typeof MOVED_FIELDS
export const movedTables = Object.keys(MOVED_FIELDS) as MovedTable[]

/** The name of an object in the store. Names are never used anew, so that whoever removes one is in nobody's way. */
export const keyOf = ({ projectId, runId, object }: { projectId: string; runId: string; object: string }) =>
  `${projectId}/${monthOf(timeOfRunId(runId))}/${runId}/${object}`

const MARK = 'kept apart'
const STAND_IN = new RegExp(`^\\[${MARK} ([0-9a-f-]{36})\\]$`)

/**
 * What stands in a row for a value that is kept apart. To what only looks whether there is an answer, how many calls and of what
 * names, or whether there are sources, it is as the value.
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

/** The object that a value may stand for. A sender can write the same: only the table of payloads says that it does. */
export function objectOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value
  const mark: unknown = typeof first === 'object' && first !== null && 'id' in first ? first.id : first
  return typeof mark === 'string' ? (STAND_IN.exec(mark)?.[1] ?? null) : null
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export const hashOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** JSON text as the store has it. */
export const pack = (text: string): Promise<Buffer> => compress(Buffer.from(text))

/** The JSON text of an object. @throws Error where it is not what was written */
export async function unpack(packed: Uint8Array, { hash, bytes }: { hash: string; bytes: number }): Promise<string> {
  const text = await decompress(packed, { maxOutputLength: bytes })
  if (hashOf(text) !== hash) throw new Error('it is not what was written')
  return text.toString()
}
