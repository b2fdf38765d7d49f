import { isRecord } from '@/lib/contracts/is-record'
import { cannotImport, type Imported, type ImportOptions } from './imported'

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
