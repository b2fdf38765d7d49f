import type { RejectedRun } from '@/lib/contracts/ingest'
import type { RunInput } from '@/lib/contracts/run-input'
import { bodyHash } from './body-hash'

/**
 * Rejects a run whose id is taken by a different body.
 * @param fields names of the fields that differ, as far as they are known
 */
export function rejectConflict(index: number, id: string, fields: readonly string[] = []): RejectedRun {
  const where = fields.length === 0 ? '' : `; it differs in ${fields.join(', ')}`
  const reason = `another run with this id and another body exists${where}`
  return { index, id, code: 'conflict', path: 'id', reason, issues: [{ path: 'id', message: reason }] }
}

/** The top-level fields in which two parsed runs of one id differ, in alphabetical order; tags, which people change, are left out. */
export function differingFields(a: RunInput, b: RunInput): string[] {
  const left = comparable(a)
  const right = comparable(b)
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...names].sort().filter((name) => bodyHash(left[name]) !== bodyHash(right[name]))
}

/** A run without what storing changes: the notation of times, and the order, default sender and recording times of signals. */
function comparable({ nodes, signals, tags: _, ...rest }: RunInput): Record<string, unknown> {
  const hashes = signals.map((signal) => bodyHash({ ...signal, by: undefined, at: undefined }))
  return { ...withPlainTimes(rest), nodes: nodes.map(withPlainTimes), signals: hashes.sort() }
}

type Timed = { startedAt?: string | undefined; endedAt?: string | undefined; durationMs?: number | undefined }

function withPlainTimes<T extends Timed>(value: T) {
  const startedAt = toMs(value.startedAt)
  const endedAt = toMs(value.endedAt)
  const isDerived = startedAt !== undefined && endedAt !== undefined && endedAt - startedAt === value.durationMs
  return { ...value, startedAt, endedAt, durationMs: isDerived ? undefined : value.durationMs }
}

const toMs = (time: string | undefined): number | undefined => (time === undefined ? undefined : Date.parse(time))
