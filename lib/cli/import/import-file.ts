import { stat } from 'node:fs/promises'
import type { AcceptedRun } from '@/lib/contracts/ingest'
import { detectFormat, type ImportFormat } from '@/lib/ingest/importers/detect-format'
import type { ImportOptions } from '@/lib/ingest/importers/imported'
import type { Send } from '../connection'
import { UsageError } from '../exit-codes'
import type { Terminal } from '../terminal'
import { progressOf } from './progress'
import { readHead, readRecords } from './read-records'
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
  const { size } = await stat(file)
  const format = settings.format === 'auto' ? detectFormat(file, await readHead(file)) : settings.format
  if (format === null) throw new UsageError(`${file}: the format cannot be told from its beginning; say --format`)
  const { chain, version } = settings.options
  const key = await resumeKey(file, [settings.url, format, chain, version])
  const summary: FileSummary = {
    file,
    format,
    resumedAfter: await state.done(key),
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
    await state.save(key, records)
    showProgress({ sent: summary.accepted, rejected: summary.rejected.length, bytesRead, bytesTotal: size })
  }
  for await (const { place, imported, bytesRead } of readRecords(file, format, settings.options)) {
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
  await state.forget(key)
  terminal.redraw('')
  return summary
}

function tally(summary: FileSummary, accepted: readonly AcceptedRun[]): void {
  for (const { duplicate, decision } of accepted) {
    summary.accepted++
    if (duplicate) summary.duplicates++
    summary.decisions[decision] = (summary.decisions[decision] ?? 0) + 1
  }
}
