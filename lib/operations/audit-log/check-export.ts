import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type AuditCheck, type AuditEnd, auditEnd } from '@/lib/contracts/audit'
import {
  CHAIN_START,
  type ChainEnd,
  type ChainedEvent,
  type ChainFault,
  checkChain,
  checkHead,
  EmptiedEvents,
} from '@/lib/engine/audit/check-chain'

const chained = z.object({ seq: z.number().int(), prevHash: z.string(), hash: z.string() })

/**
 * Checks an exported log line by line, without a server. The last line contains the number of events and the last hash, so that a truncated
 * file is detected. A file without events fails, since nothing was verified.
 */
export async function checkExport(lines: AsyncIterable<string>, noted: string | undefined): Promise<AuditCheck> {
  const checker = new ChainChecker(noted)
  let number = 0
  let end: AuditEnd | null = null
  for await (const line of lines) {
    number++
    if (line.trim() === '') continue
    if (end) return checker.result({ ...AFTER_END, seq: checker.end.seq + 1 })
    end = readEnd(line)
    if (end) continue
    const event = readEvent(line)
    if (event === null) {
      const message = `line ${number} is not an event as it was exported`
      return checker.result({ seq: checker.end.seq + 1, kind: 'altered', message })
    }
    if (!checker.take([event])) return checker.result()
  }
  return checker.result(checker.end.seq === 0 && !end?.events ? EMPTY : endFault(checker.end, end))
}

/** Returns null if the log ends as its last line says. */
function endFault({ seq, hash }: ChainEnd, end: AuditEnd | null): AuditCheck['fault'] {
  if (!end)
    return {
      seq: seq + 1,
      kind: 'cut_off',
      message: `the line that closes the log is missing: the log was cut off after event ${seq}, or exported by a release that wrote no such line`,
    }
  return checkHead({ seq, hash }, { seq: end.events, hash: end.head })
}

function readEnd(line: string): AuditEnd | null {
  try {
    return auditEnd.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

const AFTER_END = { kind: 'reordered', message: 'there is more after the line that closes the log' } as const

const EMPTY: ChainFault = { seq: 1, kind: 'missing', message: 'the file holds no event: nothing was verified' }

/** Parses an event with all keys of the line, since all of it was hashed; returns null if it is not an event. */
function readEvent(line: string): ChainedEvent | null {
  try {
    const event: ChainedEvent = JSON.parse(line)
    return chained.safeParse(event).success && !hasDuplicateKeys(line, event) ? event : null
  } catch {
    return null
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Checks a chain page by page, and finds the event with the noted hash. Does not access the database. */
export class ChainChecker {
  end: ChainEnd = CHAIN_START
  fault: ChainFault | null = null
  noted: number | null = null
  private readonly emptied = new EmptiedEvents()
  private readonly hash?: string | undefined

  constructor(hash?: string | undefined) {
    this.hash = hash
  }

  /** Returns false when a fault was found and checking can stop. */
  take(events: readonly ChainedEvent[]): boolean {
    const { end, fault } = checkChain(this.end, events, sha256)
    this.noted ??= events.find(({ seq, hash }) => seq <= end.seq && hash === this.hash)?.seq ?? null
    this.end = end
    this.fault = fault ?? this.emptied.take(events)
    return this.fault === null
  }

  /** Returns the result; `fault` is one that needs knowledge of the whole log. */
  result(fault: AuditCheck['fault'] = null): AuditCheck {
    const { seq } = this.end
    const found = this.fault ?? fault ?? this.emptied.rest() ?? this.rewritten()
    return { ok: found === null, events: seq, head: seq === 0 ? null : this.end, noted: this.noted, fault: found }
  }

  private rewritten(): AuditCheck['fault'] {
    if (this.hash === undefined || this.noted !== null) return null
    const message =
      'no event has the hash that was noted: the log was cut off before it or rewritten, or is another one'
    return { seq: 1, kind: 'rewritten', message }
  }
}

// Matches every string of a JSON text, with the colon after it if it is a key.
const STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/g

/**
 * Whether an object in this JSON text has a duplicate key. Parsers differ in which of the two they use, so the same text could show one
 * thing to a person and another to a verifier. `value` is the parsed text.
 */
export function hasDuplicateKeys(text: string, value: unknown): boolean {
  let written = 0
  for (const [, colon] of text.matchAll(STRING)) if (colon !== undefined) written++
  return written !== countKeys(value)
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, item) => sum + countKeys(item), own)
}
