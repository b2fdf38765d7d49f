import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { asWritten } from '@/lib/contracts/run-input'
import { mayHaveLargeIntegers, quoteLargeIntegers, takeValues } from '@/lib/ingest/exact-json'
import { anthropicBatch, batchKey, openaiBatch } from '@/lib/ingest/importers/batch-logs'
import {
  cannotImport,
  type Imported,
  type ImportFormat,
  type ImportOptions,
  plainRun,
  recordsOf,
} from '@/lib/ingest/importers/detect-format'
import { type FieldMap, guessMap, mappedRun } from '@/lib/ingest/importers/field-map'
import { inspectArchive } from '@/lib/ingest/importers/inspect-archive'
import { inspectLog } from '@/lib/ingest/importers/inspect-log'
import { promptfooResult, promptfooResults } from '@/lib/ingest/importers/promptfoo'
import { tauBench } from '@/lib/ingest/importers/tau-bench'
import { type TraceFormat, traceFormats } from '@/lib/ingest/importers/trace-exports'
import { whoWhen } from '@/lib/ingest/importers/who-when'
import { parsePythonJson } from '@/lib/ingest/json'
import { decodeUtf8, splitLines } from '../files'
import { LineIndex } from './group-lines'

const HEAD_BYTES = 64 * 1024

/** One record of a file, its place, and how many bytes had been read with it. */
export type FileRecord = { place: string; imported: Imported<object>; bytesRead: number }

export type ReadOptions = ImportOptions & {
  /** For the format `map`: explicit paths for fields, in addition to the guessed ones. */
  map?: FieldMap | undefined
  /** The second file: the requests of a batch, the traces for observations. */
  companion?: string | undefined
}

/** The beginning of a file, for format detection. */
export async function readHead(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Reads a file record by record. Line-based files are never loaded completely, even if the spans of a trace are far apart; a single JSON
 * document is.
 */
export async function* readRecords(
  path: string,
  format: ImportFormat,
  options: ReadOptions,
): AsyncGenerator<FileRecord> {
  if (format === 'inspect') return yield* readInspect(path, options)
  const isLines = await holdsLines(path)
  if (isOfTraces(format)) {
    const traces = traceFormats[format]
    return yield* isLines ? readTraceLines(path, traces, options) : readTraceDocument(path, traces, options)
  }
  if (!isLines) return yield* readDocument(path, format, options)
  if (format === 'openai-batch' || format === 'anthropic-batch') return yield* readBatch(path, format, options)
  yield* readLines(createReadStream(path), format, options)
}

function isOfTraces(format: ImportFormat): format is keyof typeof traceFormats {
  return format in traceFormats
}

/** Whether a format is read line by line, from any source. */
export function isOfLines(format: ImportFormat): format is LineFormat {
  return format !== 'inspect' && !isOfTraces(format)
}

/** Whether each line is a record: a .json file may contain lines, as collectors write them. */
async function holdsLines(path: string): Promise<boolean> {
  if (!/\.json$/i.test(path)) return true
  const input = createReadStream(path)
  try {
    let first: string | undefined
    for await (const line of splitLines(input)) {
      const text = line.trim()
      if (text === '' || text === '\uFEFF') continue
      if (first !== undefined) return text.startsWith('{')
      if (!text.startsWith('{') || !parse(text).ok) return false
      first = text
    }
    return false
  } finally {
    input.destroy()
  }
}

/** Formats read line by line, from any source. */
type LineFormat = Exclude<ImportFormat, 'inspect' | keyof typeof traceFormats>

function readerOf(format: LineFormat, options: ReadOptions): (record: unknown) => Imported<object> {
  let map: FieldMap = { ...options.map }
  switch (format) {
    case 'tau-bench':
      return (record) => tauBench(record, options)
    case 'who-when':
      return (record) => whoWhen(record, options)
    case 'promptfoo':
      return (record) => promptfooResult(record, options)
    case 'openai-batch':
      return (record) => openaiBatch(record, options)
    case 'anthropic-batch':
      return (record) => anthropicBatch(record, options)
    case 'map':
      return (record) => {
        map = guessMap(record, map)
        return mappedRun(record, map, options)
      }
    case 'jsonl':
      return (record) => plainRun(record, options)
  }
}

/** Reads a stream of lines record by record. */
export async function* readLines(
  input: Readable,
  format: LineFormat,
  options: ReadOptions,
): AsyncGenerator<FileRecord> {
  const toRun = readerOf(format, options)
  let number = 0
  let bytesRead = 0
  for await (const line of splitLines(input)) {
    number++
    bytesRead += Buffer.byteLength(line) + 1
    const text = line.replace(/^\uFEFF/, '').trim()
    if (text === '') continue
    const parsed = parse(text)
    const toRecord = (value: unknown) => (format === 'jsonl' ? asSent([value], text, (one) => [one])[0] : value)
    yield { place: `line ${number}`, imported: parsed.ok ? toRun(toRecord(parsed.value)) : parsed, bytesRead }
  }
}

/** Reads the answers of a batch, each with its request if that file is given. */
async function* readBatch(
  path: string,
  format: 'openai-batch' | 'anthropic-batch',
  options: ReadOptions,
): AsyncGenerator<FileRecord> {
  if (options.companion === undefined) return yield* readLines(createReadStream(path), format, options)
  const toRun = format === 'openai-batch' ? openaiBatch : anthropicBatch
  const requests = await LineIndex.of(options.companion, (line) => {
    const key = batchKey(readLine(line))
    return key === undefined ? [] : [key]
  })
  try {
    for await (const { place, imported, bytesRead } of readLines(createReadStream(path), 'jsonl', {})) {
      if (!imported.ok) {
        yield { place, imported, bytesRead }
        continue
      }
      const key = batchKey(imported.run)
      const request = key === undefined ? undefined : (await requests.lines(key)).texts[0]
      yield { place, imported: toRun(imported.run, options, readLine(request)), bytesRead }
    }
  } finally {
    await requests.close()
  }
}

/** Reads traces whose spans are on separate lines anywhere in the file: indexes the lines first, then reads trace by trace. */
async function* readTraceLines(path: string, format: TraceFormat, options: ReadOptions): AsyncGenerator<FileRecord> {
  const faults: FileRecord[] = []
  const keysOf = (line: string, number: number) => {
    const text = line.trim()
    if (text === '') return []
    const parsed = parse(text)
    const traces = parsed.ok ? format.tracesOf(parsed.value) : []
    if (traces.length > 0) return traces
    faults.push({
      place: `line ${number}`,
      imported: parsed.ok ? cannotImport('it names no trace') : parsed,
      bytesRead: 0,
    })
    return []
  }
  const index = await LineIndex.of(path, keysOf)
  let others: LineIndex | null = null
  try {
    if (options.companion !== undefined)
      others = await LineIndex.of(options.companion, (line) => {
        const value = readLine(line)
        return value === undefined ? [] : format.tracesOf(value)
      })
    yield* faults
    let bytesRead = 0
    for (const trace of index.keys()) {
      const { texts, end } = await index.lines(trace)
      const more = (await others?.lines(trace))?.texts ?? []
      bytesRead = Math.max(bytesRead, end)
      for (const imported of format.toRuns(trace, [...texts, ...more].map(readLine), options))
        yield { place: `trace ${trace}`, imported, bytesRead }
    }
  } finally {
    await index.close()
    await others?.close()
  }
}

async function* readTraceDocument(path: string, format: TraceFormat, options: ReadOptions): AsyncGenerator<FileRecord> {
  const { document, bytesRead } = await readWhole(path)
  if (!document.ok) return yield { place: 'file', imported: document, bytesRead }
  const traces = new Map<string, unknown[]>()
  for (const [index, record] of recordsOf(document.value).entries()) {
    const keys = format.tracesOf(record)
    if (keys.length === 0)
      yield { place: `record ${index + 1}`, imported: cannotImport('it names no trace'), bytesRead: 0 }
    for (const key of keys) {
      const known = traces.get(key)
      if (known) known.push(record)
      else traces.set(key, [record])
    }
  }
  for (const [trace, records] of traces)
    for (const imported of format.toRuns(trace, records, options))
      yield { place: `trace ${trace}`, imported, bytesRead }
}

async function* readDocument(path: string, format: LineFormat, options: ReadOptions): AsyncGenerator<FileRecord> {
  const { text, document, bytesRead } = await readWhole(path)
  if (!document.ok) return yield { place: 'file', imported: document, bytesRead }
  const isResults = format === 'promptfoo' && !Array.isArray(document.value)
  const found = isResults ? promptfooResults(document.value, options) : recordsOf(document.value)
  const records = format === 'jsonl' ? asSent(found, text, recordsOf) : found
  const toRun = readerOf(format, options)
  for (const [index, record] of records.entries())
    yield {
      place: `record ${index + 1}`,
      imported: isResults ? (record as Imported) : toRun(record),
      bytesRead: Math.round((bytesRead * (index + 1)) / records.length),
    }
}

async function* readInspect(path: string, options: ImportOptions): AsyncGenerator<FileRecord> {
  const bytes = await readFile(path)
  const isArchive = bytes.subarray(0, 2).toString('latin1') === 'PK'
  const document = isArchive ? null : parse(decodeUtf8(bytes))
  const samples =
    document === null ? inspectArchive(bytes, options) : document.ok ? inspectLog(document.value, options) : [document]
  let number = 0
  for (const imported of samples) yield { place: `sample ${++number}`, imported, bytesRead: bytes.length }
}

async function readWhole(path: string) {
  const bytes = await readFile(path)
  const text = decodeUtf8(bytes)
  return { text, document: parse(text), bytesRead: bytes.length }
}

/** The parsed value of a line; undefined if it is not JSON. */
function readLine(text: string | undefined): unknown {
  const parsed = text === undefined ? null : parse(text)
  return parsed?.ok ? parsed.value : undefined
}

/** Runs of our own format as a request has them: with digits only in what is kept as written. */
function asSent(
  exact: readonly unknown[],
  text: string,
  toRecords: (value: unknown) => readonly unknown[],
): readonly unknown[] {
  if (!mayHaveLargeIntegers(text)) return exact
  const records = toRecords(parsePythonJson(withoutMark(text)))
  for (const [index, record] of records.entries()) takeValues(record, exact[index], asWritten)
  return records
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '')

/** Whole numbers beyond 2^53 become their digits. */
function parse(text: string): { ok: true; value: unknown } | { ok: false; id: null; reason: string } {
  try {
    return { ok: true, value: parsePythonJson(quoteLargeIntegers(withoutMark(text))) }
  } catch (error) {
    return { ...cannotImport(`not JSON: ${error instanceof Error ? error.message.slice(0, 200) : error}`), id: null }
  }
}
