import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { isRecord } from '@/lib/contracts/is-record'
import type { ImportFormat } from '@/lib/ingest/importers/detect-format'
import { type FieldMap, guessMap, mappedFields, unmapped, valueAt } from '@/lib/ingest/importers/field-map'
import { AppError } from '@/lib/operations/errors'
import { differingFields, rejectConflict } from '@/lib/operations/ingest/conflict'
import { type ParsedRun, parseBatch } from '@/lib/operations/ingest/parse'
import { parseJsonText } from '@/lib/operations/parse-json'
import { formatPlural } from '@/lib/presentation/format/number'
import { type Terminal, toTable } from '../terminal'
import { formatOf, linesOf } from './import-file'
import { type FileRecord, type ReadOptions, readRecords } from './read-records'

const MAX_FAULTS = 10

type DryRun = {
  file: string
  format: ImportFormat
  records: number
  runs: number
  rejected: { place: string; path: string; reason: string }[]
  /** How the fields of a run are read, for the format `map`. */
  map?: { field: string; path: string | null; example: unknown }[]
  /** Fields of the first record that become metadata. */
  kept?: string[]
  first: object | null
}

/**
 * Shows without a desk what an import would send: the field mapping, the first run, and what would be rejected. Only the desk knows which
 * ids other runs have, and whether a contract or criteria can be applied.
 */
export async function dryRun(
  file: string,
  asked: ImportFormat | 'auto',
  options: ReadOptions,
  terminal: Terminal,
): Promise<DryRun> {
  const format = (await formatOf(file, asked, options)) ?? 'map'
  const look = (as: ImportFormat, how: ReadOptions): AsyncIterable<FileRecord> =>
    file === '-' ? linesOf(as, how, terminal) : readRecords(file, as, how)
  const result: DryRun = { file, format, records: 0, runs: 0, rejected: [], first: null }
  if (format === 'map' && file !== '-') Object.assign(result, await mapOf(look('jsonl', {}), options))
  const firsts = new Map<string, ParsedRun>()
  for await (const { place, imported } of look(format, options)) {
    result.records++
    if (!imported.ok) {
      result.rejected.push({ place, path: '', reason: imported.reason })
      continue
    }
    result.first ??= imported.run
    const fault = findBodyFault(imported.run)
    if (fault !== null) {
      result.rejected.push({ place, path: '', reason: fault })
      continue
    }
    const { parsed, rejected } = await parseBatch([imported.run], null)
    for (const item of parsed) {
      const first = firsts.get(item.run.id)
      if (first === undefined) firsts.set(item.run.id, item)
      if (first === undefined || first.hash === item.hash) result.runs++
      else rejected.push(rejectConflict(0, item.run.id, differingFields(first.run, item.run)))
    }
    for (const { path, reason } of rejected) result.rejected.push({ place, path, reason })
  }
  return result
}

/** Why the desk would refuse a request with only this run; null if it would read it. */
function findBodyFault(run: object): string | null {
  const body = JSON.stringify({ runs: [run] })
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) return `the body is larger than ${MAX_BODY_BYTES} bytes`
  try {
    parseJsonText(body)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

async function mapOf(
  records: AsyncIterable<FileRecord>,
  { map: explicit, chain, version }: ReadOptions,
): Promise<Pick<DryRun, 'map' | 'kept'>> {
  let map: FieldMap = { ...explicit }
  let first: Record<string, unknown> | undefined
  const examples = new Map<string, unknown>()
  for await (const { imported } of records) {
    if (!imported.ok || !isRecord(imported.run)) continue
    first ??= imported.run
    map = guessMap(imported.run, map)
    for (const path of Object.values(map)) {
      const value = path ? valueAt(imported.run, path) : undefined
      if (!examples.has(path) && value !== undefined && value !== null) examples.set(path, value)
    }
  }
  if (first === undefined) return {}
  const given: Record<string, string | undefined> = { chain, version }
  return {
    map: mappedFields.map((field) => {
      const path = map[field]
      if (given[field] !== undefined) return { field, path: '(option)', example: given[field] }
      return { field, path: path || null, example: path ? examples.get(path) : undefined }
    }),
    kept: Object.keys(unmapped(first, map)),
  }
}

/** Formats a dry run as lines for the terminal: what would be sent, from which fields, and why records were rejected. */
export function formatDryRun({ file, format, records, runs, rejected, map, kept, first }: DryRun): string[] {
  const named = map?.filter(({ path }) => path !== null) ?? []
  const missing = map?.filter(({ path }) => path === null).map(({ field }) => field) ?? []
  return [
    `${file} (${format}), ${formatPlural(records, 'record')}: ${formatPlural(runs, 'run')} would be sent, ${rejected.length} rejected`,
    ...(records === 0 ? ['it contains no runs'] : []),
    ...(map || first ? [''] : []),
    ...(map
      ? toTable(
          ['field', 'read from', 'for example'],
          named.map(({ field, path, example }) => [field, path ?? '', show(example)]),
        )
      : first === null
        ? []
        : toTable(
            ['field', 'in the first run'],
            Object.entries(first)
              .filter(([, value]) => value !== undefined)
              .map(([field, value]) => [field, show(value)]),
          )),
    ...(kept && kept.length > 0 ? ['', `kept as metadata: ${kept.join(', ')}`] : []),
    ...(missing.length > 0 ? ['', `not read: ${missing.join(', ')}`] : []),
    ...(map
      ? [
          '--map field=path reads a field from another path, --map field= skips it; --chain and --chain-version set them',
        ]
      : []),
    ...(rejected.length > 0 ? [''] : []),
    ...rejected
      .slice(0, MAX_FAULTS)
      .map(({ place, path, reason }) => `rejected ${place}: ${path === '' ? '' : `${path}: `}${reason}`),
    ...(rejected.length > MAX_FAULTS ? [`and ${rejected.length - MAX_FAULTS} more`] : []),
    '',
    'dry run: nothing was sent',
  ]
}

const MAX_SHOWN = 70

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const line = text.replace(/\s+/g, ' ')
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line
}
