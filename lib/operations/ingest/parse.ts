import { hash } from 'node:crypto'
import { MAX_RUN_VALUES } from '@/lib/contracts/body-limits'
import type { RejectedRun } from '@/lib/contracts/ingest'
import { type RunInput, runInput } from '@/lib/contracts/run-input'
import { holdsMoreThan } from '@/lib/engine/json/holds-more-than'
import { type Redactor, redactRun } from '@/lib/engine/redaction/redact-run'
import { toInputIssues } from '../input-issues'
import { inTurns } from '../turns'

export type ParsedRun = {
  index: number
  run: RunInput
  /** Hash of the body as sent. */
  hash: string
  /** Number of values that were redacted. */
  redactions: number
  /** History: opens no gate and notifies no one. */
  isQuiet?: boolean
  /** Its end never arrived. */
  isIncomplete?: boolean
  /** Store it again even if its body is unchanged. */
  isAnew?: boolean
}
type ParsedBatch = { parsed: ParsedRun[]; repeats: { index: number; of: string }[]; rejected: RejectedRun[] }

/**
 * Parses each run separately, yielding to other requests in between. An id repeated in a batch is one run, or a conflict when
 * the bodies differ. Applies the project's redaction, so later stages never see redacted values.
 */
export async function parseBatch(bodies: readonly unknown[], redactor: Redactor | null): Promise<ParsedBatch> {
  const turn = inTurns()
  const batch: ParsedBatch = { parsed: [], repeats: [], rejected: [] }
  const seen = new Map<string, string>()
  for (const [index, body] of bodies.entries()) {
    await turn()
    if (holdsMoreThan(body, MAX_RUN_VALUES)) {
      batch.rejected.push(rejectInvalid(index, body, [TOO_MANY_VALUES]))
      continue
    }
    const redacted = redactor === null ? null : redactRun(redactor, body)
    const result = runInput.safeParse(redacted === null ? body : redacted.value)
    if (!result.success) {
      batch.rejected.push(rejectInvalid(index, body, toInputIssues(result.error)))
      continue
    }
    const digest = bodyHash(body)
    const known = seen.get(result.data.id)
    if (known === undefined)
      batch.parsed.push({ index, run: result.data, hash: digest, redactions: redacted?.replaced ?? 0 })
    else if (known === digest) batch.repeats.push({ index, of: result.data.id })
    else batch.rejected.push(rejectConflict(index, result.data.id))
    seen.set(result.data.id, known ?? digest)
  }
  return batch
}

const TOO_MANY_VALUES = { path: '', message: `holds more than ${MAX_RUN_VALUES.toLocaleString('en')} values` }

function rejectInvalid(index: number, body: unknown, issues: RejectedRun['issues']): RejectedRun {
  const id = typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string' ? body.id : null
  const [first] = issues
  return { index, id, code: 'invalid_input', path: first?.path ?? '', reason: first?.message ?? 'invalid', issues }
}

/** Rejects a run whose id is taken by a different body. */
export function rejectConflict(index: number, id: string): RejectedRun {
  const reason = 'another run with this id and another body exists'
  return { index, id, code: 'conflict', path: 'id', reason, issues: [{ path: 'id', message: reason }] }
}

/** SHA-256 of a JSON value with sorted keys, so that equal values have equal hashes. */
export function bodyHash(value: unknown): string {
  return hash('sha256', canonical(value, new Map()), 'hex')
}

/**
 * JSON text with sorted object keys; undefined values are omitted. Keys are quoted once per name, since a body repeats few
 * distinct keys many times.
 */
function canonical(value: unknown, names: Map<string, string>): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += text === '' ? canonical(item, names) : `,${canonical(item, names)}`
    return `[${text}]`
  }
  for (const key of Object.keys(value).sort()) {
    const item = (value as Record<string, unknown>)[key]
    if (item === undefined) continue
    let name = names.get(key)
    if (name === undefined) {
      name = `${JSON.stringify(key)}:`
      names.set(key, name)
    }
    text += text === '' ? name : `,${name}`
    text += canonical(item, names)
  }
  return `{${text}}`
}
