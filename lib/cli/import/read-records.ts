import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  cannotImport,
  type Imported,
  type ImportFormat,
  type ImportOptions,
  plainRun,
  recordsOf,
} from '@/lib/ingest/importers/detect-format'
import { inspectArchive } from '@/lib/ingest/importers/inspect-archive'
import { inspectLog } from '@/lib/ingest/importers/inspect-log'
import { tauBench } from '@/lib/ingest/importers/tau-bench'
import { whoWhen } from '@/lib/ingest/importers/who-when'
import { parsePythonJson } from '@/lib/ingest/json'
import { splitLines } from '../files'

const HEAD_BYTES = 64 * 1024

/** One record of a file, where it stands, and how much of the file had been read with it. */
export type FileRecord = { place: string; imported: Imported<object>; bytesRead: number }

const BY_RECORD = { 'tau-bench': tauBench, 'who-when': whoWhen, jsonl: plainRun } as const

/** The beginning of a file, as text, to tell its format by. */
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
 * Reads a file record by record. Files of lines are never held whole, however large; `.json` and `.eval` are one document
 * and have to be.
 */
export async function* readRecords(
  path: string,
  format: ImportFormat,
  options: ImportOptions,
): AsyncGenerator<FileRecord> {
  if (format === 'inspect') yield* readInspect(path, options)
  else if (/\.json$/i.test(path)) yield* readDocument(path, (record) => BY_RECORD[format](record, options))
  else yield* readLines(createReadStream(path, 'utf8'), format, options)
}

/** Reads a stream of lines record by record. */
export async function* readLines(
  input: Readable,
  format: keyof typeof BY_RECORD,
  options: ImportOptions,
): AsyncGenerator<FileRecord> {
  const toRun = (record: unknown) => BY_RECORD[format](record, options)
  let number = 0
  let bytesRead = 0
  for await (const line of splitLines(input)) {
    number++
    bytesRead += Buffer.byteLength(line) + 1
    const text = line.replace(/^\uFEFF/, '').trim()
    if (text !== '') yield { place: `line ${number}`, imported: fromText(text, toRun), bytesRead }
  }
}

async function* readDocument(path: string, toRun: (record: unknown) => Imported<object>): AsyncGenerator<FileRecord> {
  const text = await readFile(path, 'utf8')
  const bytesRead = Buffer.byteLength(text)
  const document = parse(text)
  if (!document.ok) yield { place: 'file', imported: document, bytesRead }
  else
    for (const [index, record] of recordsOf(document.value).entries())
      yield {
        place: `record ${index + 1}`,
        imported: toRun(record),
        bytesRead: Math.round((bytesRead * (index + 1)) / recordsOf(document.value).length),
      }
}

async function* readInspect(path: string, options: ImportOptions): AsyncGenerator<FileRecord> {
  const bytes = await readFile(path)
  const isArchive = bytes.subarray(0, 2).toString('latin1') === 'PK'
  const document = isArchive ? null : parse(bytes.toString('utf8'))
  const samples =
    document === null ? inspectArchive(bytes, options) : document.ok ? inspectLog(document.value, options) : [document]
  let number = 0
  for (const imported of samples) yield { place: `sample ${++number}`, imported, bytesRead: bytes.length }
}

function fromText(text: string, toRun: (record: unknown) => Imported<object>): Imported<object> {
  const parsed = parse(text)
  return parsed.ok ? toRun(parsed.value) : parsed
}

function parse(text: string): { ok: true; value: unknown } | { ok: false; id: null; reason: string } {
  try {
    return { ok: true, value: parsePythonJson(text.replace(/^\uFEFF/, '')) }
  } catch (error) {
    return { ...cannotImport(`not JSON: ${error instanceof Error ? error.message.slice(0, 200) : error}`), id: null }
  }
}
