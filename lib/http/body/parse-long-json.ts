import { isUtf8 } from 'node:buffer'
import { AppError } from '@/lib/operations/errors'
import { inTurns } from '@/lib/operations/turns'
import type { JsonLayout, LongValue } from './json-layout'

const LIST = ['[', ']'] as const
const OBJECT = ['{', '}'] as const

type Source = { bytes: Buffer; prepare: (text: string) => string; turn: () => Promise<void> | undefined }

/**
 * Parses JSON bytes with a known layout: long values part by part, yielding to other requests in between.
 * @param prepare changes the text of a part before it is parsed.
 * @throws AppError malformed_body with the position
 */
export async function parseLongJson(
  bytes: Buffer,
  { root }: JsonLayout,
  prepare = (text: string) => text,
): Promise<unknown> {
  const source = { bytes, prepare, turn: inTurns() }
  if (!root) return parsePart(source, 0, bytes.length)
  assertBlank(source, withoutMark(bytes), root.start)
  assertBlank(source, root.end, bytes.length)
  return parseLong(source, root)
}

async function parseLong(source: Source, long: LongValue): Promise<unknown> {
  const list: unknown[] = []
  const object: Record<string, unknown> = {}
  const bounds = [long.start, ...long.cuts, long.end - 1]
  const inner = long.inner.values()
  let next = inner.next().value
  for (const [index, bound] of bounds.slice(0, -1).entries()) {
    const [from, to] = [bound + 1, bounds[index + 1] ?? bound]
    const within = next && next.start < to ? next : null
    if (within) {
      next = inner.next().value
      const value = await parseLong(source, within)
      assertBlank(source, within.end, to)
      if (long.kind === 'object') put(object, parseKey(source, from, within.start), value)
      else {
        assertBlank(source, from, within.start)
        list.push(value)
      }
    } else {
      const part = parsePart(source, from, to, ...(long.kind === 'object' ? OBJECT : LIST)) as object
      const entries = Object.entries(part)
      if (entries.length === 0 && long.cuts.length > 0) throw malformed('a value is missing', from, to)
      if (long.kind === 'object') for (const [key, value] of entries) put(object, key, value)
      else for (const [, value] of entries) list.push(value)
    }
    await source.turn()
  }
  return long.kind === 'object' ? object : list
}

/** Parses the name of a field whose value is parsed separately. */
function parseKey(source: Source, from: number, to: number): string {
  const [key, ...others] = Object.keys(parsePart(source, from, to, '{', '0}') as object)
  if (key === undefined || others.length > 0) throw malformed('the name of a field is missing', from, to)
  return key
}

function parsePart({ bytes, prepare }: Source, from: number, to: number, before = '', after = ''): unknown {
  const part = bytes.subarray(from === 0 ? withoutMark(bytes) : from, to)
  if (!isUtf8(part)) throw new AppError('malformed_body', 'the body is not UTF-8')
  try {
    return JSON.parse(before + prepare(part.toString('utf8')) + after)
  } catch (error) {
    throw malformed(error instanceof Error ? error.message.slice(0, 200) : 'unreadable', from, to)
  }
}

/** Sets an own property, as JSON.parse does: `__proto__` is an ordinary name. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}

function assertBlank({ bytes }: Source, from: number, to: number): void {
  const text = bytes.toString('latin1', from, to)
  if (!/^[ \t\r\n]*$/.test(text)) throw malformed('unexpected text', from, to)
}

/** Offset of the text after a byte order mark. */
function withoutMark(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}

function malformed(what: string, from: number, to: number): AppError {
  const place = from === 0 ? '' : `, between bytes ${from} and ${to}`
  return new AppError('malformed_body', `the body is not JSON${place}: ${what}`)
}
