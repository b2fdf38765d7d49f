import { isRecord } from '@/lib/contracts/is-record'
import type { RunBody } from '@/lib/contracts/run-input'

export const importFormats = ['tau-bench', 'inspect', 'who-when', 'jsonl'] as const
export type ImportFormat = (typeof importFormats)[number]

const SIGNS: readonly (readonly [ImportFormat, readonly string[]])[] = [
  ['inspect', ['eval', 'version', 'status']],
  ['who-when', ['history', 'question']],
  ['who-when', ['history', 'mistake_agent']],
  ['tau-bench', ['task_id', 'reward']],
  ['jsonl', ['chain', 'id']],
]

/**
 * Tells the format of a file by its name and its first kilobytes, or null when nothing is certain. The keys of a format
 * need not all be in the beginning of a long first record, so a few that no other format has will do.
 */
export function detectFormat(fileName: string, head: string): ImportFormat | null {
  if (/\.eval$/i.test(fileName) || head.startsWith('PK\u0003\u0004')) return 'inspect'
  const found = SIGNS.find(([, keys]) => keys.every((key) => new RegExp(`"${key}"\\s*:`).test(head)))
  return found?.[0] ?? null
}

/** One record of a file: the run it makes, or why it makes none. */
export type Imported<Run = RunBody> = { ok: true; run: Run } | { ok: false; id: string | null; reason: string }

/** What the file cannot say of itself, and the one who imports can. */
export type ImportOptions = { chain?: string | undefined; version?: string | undefined }

export function cannotImport(
  reason: string,
  id: string | null = null,
): { ok: false; id: string | null; reason: string } {
  return { ok: false, id, reason }
}

/** A run that is written in our own form already. What is wrong with it, the server says. */
export function plainRun(record: unknown, options: ImportOptions = {}): Imported<Record<string, unknown>> {
  if (!isRecord(record)) return cannotImport('not an object')
  const { chain = record.chain, version = record.version } = options
  return {
    ok: true,
    run: { ...record, ...(chain !== undefined && { chain }), ...(version !== undefined && { version }) },
  }
}

/** The records of a whole JSON document: a list, `{ "runs": [...] }`, or a single record. */
export function recordsOf(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document
  return isRecord(document) && Array.isArray(document.runs) ? document.runs : [document]
}
