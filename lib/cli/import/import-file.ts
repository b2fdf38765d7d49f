import { stat } from 'node:fs/promises'
import type { AcceptedRun } from '@/lib/contracts/ingest'
import { detectFormat, type ImportFormat } from '@/lib/ingest/importers/detect-format'
import type { ImportOptions } from '@/lib/ingest/importers/imported'
import type { Send } from '../connection'
import { UsageError } from '../exit-codes'
import type { Terminal } from '../terminal'
import { progressOf } from './progress'
import { type FileRecord, readHead, readLines, readRecords } from './read-records'
import { type ResumeState, resumeKey } from './resume-state'
import { type PlacedRun, type Rejection, sendBatch } from './send-batch'

/** Well below what the server takes in one body. */
const MAX_BATCH_CHARS = 12 * 1024 * 1024

export type FileSummary = {
  file: string
  format: ImportFormat
  /** Records that an interrupted import had brought before. */
  resumedAfter: number
  accepted: number
  /** Accepted runs that were there already. */
  duplicates: number
  rejected: Rejection[]
  decisions: Record<string, number>
}

export type FileImport = {
  file: string
  format: ImportFormat | 'auto'
  batch: number
  url: string
  options: ImportOptions
  send: Send
  state: ResumeState
  terminal: Terminal
}

/**
 * Sends every run of a file, in batches, one after another. What was answered is remembered, so that an import that was
 * cut off goes on where it stopped; what was sent and not answered is sent again, which its ids make harmless.
 * @throws UsageError when the format cannot be told. ApiError when the server cannot be reached or refuses the key.
 */
export async function importFile({ file, send, state, terminal, ...settings }: FileImport): Promise<FileSummary> {
  const { format, size, key, records: found } = await openInput(file, settings, terminal)
  const summary: FileSummary = {
    file,
    format,
    resumedAfter: key === null ? 0 : await state.done(key),
    accepted: 0,
    duplicates: 0,
    rejected: [],
    decisions: {},
  }
  if (summary.resumedAfter > 0) terminal.note(`${file}: going on after ${summary.resumedAfter} records`)
  const showProgress = progressOf(file, terminal)

  let batch: PlacedRun[] = []
  let chars = 0
  let records = 0
  const flush = async (bytesRead: number) => {
    const result = await sendBatch(send, batch)
    batch = []
    chars = 0
    tally(summary, result.accepted)
    summary.rejected.push(...result.rejected)
    if (key !== null) await state.save(key, records)
    showProgress({ sent: summary.accepted, rejected: summary.rejected.length, bytesRead, bytesTotal: size })
  }
  for await (const { place, imported, bytesRead } of found) {
    if (records < summary.resumedAfter) {
      records++
      continue
    }
    if (!imported.ok) summary.rejected.push({ place, id: imported.id, path: '', reason: imported.reason })
    else {
      const length = JSON.stringify(imported.run).length
      if (batch.length >= settings.batch || (batch.length > 0 && chars + length > MAX_BATCH_CHARS))
        await flush(bytesRead)
      batch.push({ place, run: imported.run })
      chars += length
    }
    records++
  }
  if (batch.length > 0) await flush(size)
  if (key !== null) await state.forget(key)
  terminal.redraw('')
  return summary
}

type Input = {
  format: ImportFormat
  /** In bytes; 0 where it is not known. */
  size: number
  /** What to note its progress by; null where it cannot be read again. */
  key: string | null
  records: AsyncIterable<FileRecord>
}

/** A file, or standard input for "-": lines, which come once. */
async function openInput(
  file: string,
  { format: asked, url, options }: Pick<FileImport, 'format' | 'url' | 'options'>,
  terminal: Terminal,
): Promise<Input> {
  if (file === '-') {
    const format = asked === 'auto' ? 'jsonl' : asked
    if (format === 'inspect') throw new UsageError('--format inspect: a log is one document; name its file')
    return { format, size: 0, key: null, records: readLines(terminal.stdin(), format, options) }
  }
  const { size } = await stat(file)
  const format = asked === 'auto' ? detectFormat(file, await readHead(file)) : asked
  if (format === null) throw new UsageError(`${file}: the format cannot be told from its beginning; say --format`)
  const key = await resumeKey(file, [url, format, options.chain, options.version])
  return { format, size, key, records: readRecords(file, format, options) }
}

function tally(summary: FileSummary, accepted: readonly AcceptedRun[]): void {
  for (const { duplicate, decision } of accepted) {
    summary.accepted++
    if (duplicate) summary.duplicates++
    summary.decisions[decision] = (summary.decisions[decision] ?? 0) + 1
  }
}
