import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { findInfinite, TOO_LARGE_NUMBER } from '@/lib/contracts/find-infinite'
import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { mayHaveLargeIntegers, quoteLargeIntegers, takeValues } from '@/lib/ingest/exact-json'
import { formatPlural } from '@/lib/presentation/format/number'
import { UsageError } from './exit-codes'
import type { Terminal } from './terminal'

const MIB = 1024 ** 2

/**
 * Parses the JSON of a file, or of standard input for "-". Skips a byte order mark, which some shells write, and reads no more than the
 * desk accepts. `what` is used in errors, like "the run".
 * @param exact paths below which whole numbers beyond 2^53 become their digits, as in a request: see `exact` of a contract
 * @throws UsageError if it is a folder, not UTF-8, not JSON, too large, or has a number beyond a double. Error if the file cannot be read.
 */
export async function readJsonInput(
  file: string,
  what: string,
  terminal: Terminal,
  exact: readonly string[] = [],
): Promise<unknown> {
  const text = await readText(file, what, terminal)
  const value = parseJson(text, what)
  const infinite = findInfinite(value)
  if (infinite) throw new UsageError(`${what}: ${infinite.join('.')} ${TOO_LARGE_NUMBER}`)
  if (exact.length > 0 && mayHaveLargeIntegers(text))
    takeValues(value, parseJson(quoteLargeIntegers(text), what), exact)
  return value
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}

async function readText(file: string, what: string, terminal: Terminal): Promise<string> {
  try {
    return decodeUtf8(
      file === '-' ? await terminal.readStdin(MAX_BODY_BYTES) : await readFileUpTo(file, MAX_BODY_BYTES),
    )
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new UsageError(`${what} is larger than ${MAX_BODY_BYTES / MIB} MiB, which is more than the desk accepts`)
  }
}

async function readFileUpTo(file: string, maxBytes: number): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const found = await handle.stat()
    if (found.isDirectory()) throw new UsageError(`${file} is a folder`)
    if (found.size > maxBytes) throw new RangeError('too large')
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/**
 * Copies bytes to a file, or to standard output if none is given, and counts their lines. The file is replaced atomically at the end, so
 * that a partial result never replaces an earlier complete one.
 */
export async function writeOutput(
  bytes: AsyncIterable<Uint8Array>,
  file: string | undefined,
  terminal: Terminal,
): Promise<number> {
  if (file === undefined) return passOn(bytes, (chunk) => terminal.write(chunk))
  const part = `${file}.${randomUUID()}.part`
  const handle = await open(part, 'wx').catch((error: unknown) => {
    // The name of the temporary file says nothing to the caller.
    throw error instanceof Error ? Object.assign(error, { path: file }) : error
  })
  try {
    const lines = await passOn(bytes, async (chunk) => void (await handle.writeFile(chunk)))
    await handle.sync()
    await handle.close()
    await rename(part, file)
    return lines
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(part, { force: true })
    throw error
  }
}

/**
 * Writes exported lines with {@link writeOutput}, and tells how many there are: in words, or as JSON where the lines themselves are in a file.
 * @param noun what a line is: "example"
 */
export async function writeLines(
  bytes: AsyncIterable<Uint8Array>,
  { out, json, noun }: { out: string | undefined; json: boolean | undefined; noun: string },
  terminal: Terminal,
): Promise<void> {
  const lines = await writeOutput(bytes, out, terminal)
  if (json && out !== undefined) terminal.out(JSON.stringify({ file: path.resolve(out), [`${noun}s`]: lines }))
  else terminal.note(`${formatPlural(lines, noun)}${out === undefined ? '' : ` in ${out}`}`)
}

const LINE_BREAK = 0x0a

async function passOn(bytes: AsyncIterable<Uint8Array>, take: (chunk: Uint8Array) => Promise<void>): Promise<number> {
  let lines = 0
  for await (const chunk of bytes) {
    await take(chunk)
    for (const byte of chunk) if (byte === LINE_BREAK) lines += 1
  }
  return lines
}

/** @throws UsageError for bytes that are not UTF-8, which would otherwise be read as replacement characters */
export function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new UsageError(NOT_UTF8)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

const NOT_UTF8 = 'the text is not UTF-8: convert it first'

/**
 * Iterates over the lines of UTF-8 text. Only \n and \r\n end a line: JSON strings may contain U+2028 and U+2029 unescaped, where
 * node:readline would split.
 * @throws UsageError for other bytes
 */
export async function* splitLines(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let begun: string[] = []
  let count = 0
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new UsageError(`${NOT_UTF8} (after line ${count})`)
    }
  }
  for await (const chunk of input) {
    const [first = '', ...others] = (typeof chunk === 'string' ? chunk : decode(chunk)).split('\n')
    begun.push(first)
    for (const next of others) {
      count++
      yield withoutReturn(begun.join(''))
      begun = [next]
    }
  }
  const last = begun.join('') + decode()
  if (last !== '') yield withoutReturn(last)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
