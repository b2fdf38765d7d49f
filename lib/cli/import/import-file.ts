import { open, stat } from 'node:fs/promises'
import { ApiError } from '@/lib/api/api-error'
import { type AcceptedRun, ingestRuns } from '@/lib/contracts/ingest'
import { detectFormat, type ImportFormat } from '@/lib/ingest/importers/detect-format'
import { formatPlural } from '@/lib/presentation/format/number'
import type { Send } from '../connection'
import { UsageError } from '../exit-codes'
import type { Terminal } from '../terminal'
import { type FileRecord, isOfLines, type ReadOptions, readHead, readLines, readRecords } from './read-records'
import { NOT_BEGUN, type ResumeState, resumeKey } from './resume-state'

/** Well below the server's body limit. */
const MAX_BATCH_CHARS = 12 * 1024 * 1024

export type FileSummary = {
  file: string
  format: ImportFormat
  /** Records sent by an earlier, interrupted import, and how many of them were rejected. */
  resumedAfter: number
  rejectedEarlier: number
  accepted: number
  /** Accepted runs that already existed. */
  duplicates: number
  rejected: Rejection[]
  decisions: Record<string, number>
}

type FileImport = {
  file: string
  format: ImportFormat | 'auto'
  batch: number
  /** Whether the runs may open gates and send notifications; historical runs do not. */
  notify: boolean
  url: string
  apiKey: string | undefined
  options: ReadOptions
  send: Send
  state: ResumeState
  terminal: Terminal
}

/**
 * Sends every run of a file in batches. Progress is stored after each answer, so that an interrupted import continues where it stopped;
 * unanswered batches are sent again, which is idempotent by run id.
 * @throws UsageError if the format cannot be detected. ApiError if the server cannot be reached or refuses the key.
 */
export async function importFile({ file, send, state, terminal, ...settings }: FileImport): Promise<FileSummary> {
  const { format, size, key, records: found } = await openInput(file, settings, terminal)
  const earlier = key === null ? NOT_BEGUN : await state.done(key)
  const summary: FileSummary = {
    file,
    format,
    resumedAfter: earlier.records,
    rejectedEarlier: earlier.rejected,
    accepted: 0,
    duplicates: 0,
    rejected: [],
    decisions: {},
  }
  if (summary.resumedAfter > 0) terminal.note(`${file}: continuing after ${summary.resumedAfter} records`)
  const showProgress = progressOf(file, terminal)

  let batch: PlacedRun[] = []
  let chars = 0
  let records = 0
  let stored = summary.resumedAfter
  const flush = async (bytesRead: number) => {
    const result = await sendBatch(send, batch, settings.notify)
    batch = []
    chars = 0
    tally(summary, result.accepted)
    summary.rejected.push(...result.rejected)
    if (key !== null) {
      await state.save(key, { records, rejected: earlier.rejected + summary.rejected.length })
      stored = records
    }
    showProgress({ sent: summary.accepted, rejected: summary.rejected.length, bytesRead, bytesTotal: size })
  }
  try {
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
  } catch (error) {
    // There will be no summary, and the import that continues here does not send these again.
    for (const rejection of summary.rejected) terminal.note(`${file}: ${rejectionText(rejection)}`)
    if (stored > 0)
      terminal.note(
        `${file}: stopped after ${formatPlural(stored, 'record')}. The same command continues there; with another key it starts over, and adds no run twice.`,
      )
    throw error
  }
  if (key !== null) await state.forget(key)
  terminal.redraw('')
  return summary
}

type Input = {
  format: ImportFormat
  /** In bytes; 0 if unknown. */
  size: number
  /** Key of the stored progress; null if the input cannot be read again. */
  key: string | null
  records: AsyncIterable<FileRecord>
}

/**
 * Opens a file, or standard input for "-", which can be read only once.
 * @throws UsageError if its format cannot be detected, or not be read from standard input
 */
async function openInput(
  file: string,
  { format: asked, url, apiKey, options }: Pick<FileImport, 'format' | 'url' | 'apiKey' | 'options'>,
  terminal: Terminal,
): Promise<Input> {
  const format = await formatOf(file, asked, options)
  if (format === null)
    throw new UsageError(
      `${file}: the format cannot be detected; use --format, or --dry-run to see how its fields would be read`,
    )
  if (file === '-') return { format, size: 0, key: null, records: linesOf(format, options, terminal) }
  const { size } = await stat(file)
  const { chain, version, companion, map } = options
  const key = await resumeKey(file, [url, apiKey, format, chain, version, companion, map && JSON.stringify(map)])
  return { format, size, key, records: readRecords(file, format, options) }
}

/** The requested format, else the detected one; null if it cannot be detected. @throws UsageError if no format can be read from it */
export async function formatOf(
  file: string,
  asked: ImportFormat | 'auto',
  { map }: ReadOptions,
): Promise<ImportFormat | null> {
  if (file !== '-') await refuseUnreadable(file)
  if (asked !== 'auto') return asked
  if (map !== undefined) return 'map'
  return file === '-' ? 'jsonl' : detectFormat(file, await readHead(file))
}

/** Standard input as records. @throws UsageError for a format that must be read more than once */
export function linesOf(format: ImportFormat, options: ReadOptions, terminal: Terminal): AsyncIterable<FileRecord> {
  if (isOfLines(format) && options.companion === undefined) return readLines(terminal.stdin(), format, options)
  if (format === 'inspect') throw new UsageError('--format inspect: a log is one document; use a file')
  throw new UsageError(`--format ${format}: standard input can be read only once; use a file`)
}

function tally(summary: FileSummary, accepted: readonly AcceptedRun[]): void {
  for (const { duplicate, decision } of accepted) {
    summary.accepted++
    if (duplicate) summary.duplicates++
    summary.decisions[decision] = (summary.decisions[decision] ?? 0) + 1
  }
}

type PlacedRun = { place: string; run: object }
type Rejection = { place: string; id: string | null; path: string; reason: string }

/** Says where a run was rejected and why. */
export const rejectionText = ({ place, id, path, reason }: Rejection): string =>
  `rejected ${place}${id === null ? '' : ` (${id})`}: ${path === '' ? '' : `${path}: `}${reason}`

type BatchResult = { accepted: AcceptedRun[]; rejected: Rejection[] }

/** The server rejected the whole body, possibly because of a single run. */
const ABOUT_THE_BODY = new Set(['too_large', 'malformed_body', 'invalid_input'])

/**
 * Sends runs in one request. If the whole request is rejected it is split in half until the faulty run is isolated, so that the others are
 * still accepted.
 */
async function sendBatch(send: Send, runs: readonly PlacedRun[], notify: boolean): Promise<BatchResult> {
  const [first] = runs
  if (first === undefined) return { accepted: [], rejected: [] }
  try {
    const { accepted, rejected } = await send(ingestRuns, { runs: runs.map(({ run }) => run), notify })
    return {
      accepted,
      rejected: rejected.map(({ index, id, path, reason }) => ({
        place: runs[index]?.place ?? `run ${index}`,
        id,
        path,
        reason,
      })),
    }
  } catch (error) {
    if (!(error instanceof ApiError) || !ABOUT_THE_BODY.has(error.code)) throw error
    if (runs.length === 1)
      return { accepted: [], rejected: [{ place: first.place, id: idOf(first.run), path: '', reason: error.message }] }
    const middle = Math.ceil(runs.length / 2)
    const left = await sendBatch(send, runs.slice(0, middle), notify)
    const right = await sendBatch(send, runs.slice(middle), notify)
    return { accepted: [...left.accepted, ...right.accepted], rejected: [...left.rejected, ...right.rejected] }
  }
}

function idOf(run: object): string | null {
  return 'id' in run && typeof run.id === 'string' ? run.id : null
}

const BAR_WIDTH = 24

type Progress = { sent: number; rejected: number; bytesRead: number; bytesTotal: number }

/** Shows the progress of a file: a progress bar on a terminal, otherwise a line at every tenth. `bytesTotal` is 0 if unknown. */
function progressOf(file: string, terminal: Terminal): (progress: Progress) => void {
  let lastTenth = 0
  return ({ sent, rejected, bytesRead, bytesTotal }) => {
    const counts = `${sent} sent${rejected > 0 ? `, ${rejected} rejected` : ''}`
    if (bytesTotal === 0) return terminal.redraw(`${counts}  ${file}`)
    const share = Math.min(1, bytesRead / bytesTotal)
    const percent = `${Math.floor(share * 100)}%`
    if (terminal.isInteractive) {
      const filled = Math.round(share * BAR_WIDTH)
      terminal.redraw(
        `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${percent.padStart(5)}  ${counts}  ${file}`,
      )
      return
    }
    const tenth = Math.floor(share * 10)
    if (tenth > lastTenth && tenth < 10) terminal.note(`${file}: ${percent}, ${counts}`)
    lastTenth = tenth
  }
}

const COMPRESSED = [
  { name: 'gzip', unpack: 'gunzip -c', magic: [0x1f, 0x8b] },
  { name: 'zstd', unpack: 'zstd -dc', magic: [0x28, 0xb5, 0x2f, 0xfd] },
]

/**
 * Refuses files that no format reads as they are: compressed ones, tables and YAML.
 * @throws UsageError with the way to convert it
 */
export async function refuseUnreadable(path: string): Promise<void> {
  if (/\.[ct]sv$/i.test(path)) throw new UsageError(`${path} is a table: convert it to JSON lines, one object a row`)
  if (/\.ya?ml$/i.test(path))
    throw new UsageError(`${path} is YAML: write it as JSON, for promptfoo with --output results.json`)
  const head = await readStart(path)
  const packed = COMPRESSED.find(({ magic }) => magic.every((byte, index) => head[index] === byte))
  if (packed)
    throw new UsageError(
      `${path} is compressed (${packed.name}): unpack it first, for example with ${packed.unpack} <file> > runs.jsonl`,
    )
}

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    if ((await file.stat()).isDirectory()) throw new UsageError(`${path} is a folder: name the files in it`)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
