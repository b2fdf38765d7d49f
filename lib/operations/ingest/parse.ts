import { MAX_RUN_VALUES } from '@/lib/contracts/body-limits'
import type { RejectedRun } from '@/lib/contracts/ingest'
import { parseInput } from '@/lib/contracts/input-issues'
import { type RunInput, runInput } from '@/lib/contracts/run-input'
import { holdsMoreThan } from '@/lib/engine/json/holds-more-than'
import { type Redactor, redactRun } from '@/lib/engine/redaction/redact-run'
import { inTurns } from '../turns'
import { bodyHash } from './body-hash'
import { differingFields, rejectConflict } from './conflict'

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
/** `repeats`: bodies that occurred before in the batch, by their index and that of the first. */
type ParsedBatch = { parsed: ParsedRun[]; repeats: { index: number; of: number }[]; rejected: RejectedRun[] }

/**
 * Parses each run separately, yielding to other requests in between. An id repeated in a batch is one run, or a conflict when
 * the bodies differ. Applies the project's redaction, so later stages never see redacted values.
 */
export async function parseBatch(bodies: readonly unknown[], redactor: Redactor | null): Promise<ParsedBatch> {
  const turn = inTurns()
  const batch: ParsedBatch = { parsed: [], repeats: [], rejected: [] }
  const seen = new Map<string, ParsedRun>()
  for (const [index, body] of bodies.entries()) {
    await turn()
    if (holdsMoreThan(body, MAX_RUN_VALUES)) {
      batch.rejected.push(rejectInvalid(index, body, [TOO_MANY_VALUES]))
      continue
    }
    const redacted = redactor === null ? null : redactRun(redactor, body)
    const result = parseInput(runInput, redacted === null ? body : redacted.value)
    if (result.issues) {
      batch.rejected.push(rejectInvalid(index, body, result.issues))
      continue
    }
    const run = result.data
    const item = { index, run, hash: bodyHash(body), redactions: redacted?.replaced ?? 0 }
    const first = seen.get(run.id)
    if (first === undefined) {
      seen.set(run.id, item)
      batch.parsed.push(item)
    } else if (first.hash === item.hash) batch.repeats.push({ index, of: first.index })
    else batch.rejected.push(rejectConflict(index, run.id, differingFields(first.run, run)))
  }
  return batch
}

const TOO_MANY_VALUES = { path: '', message: `holds more than ${MAX_RUN_VALUES.toLocaleString('en')} values` }

function rejectInvalid(index: number, body: unknown, issues: RejectedRun['issues']): RejectedRun {
  const id = typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string' ? body.id : null
  const [first] = issues
  return { index, id, code: 'invalid_input', path: first?.path ?? '', reason: first?.message ?? 'invalid', issues }
}
