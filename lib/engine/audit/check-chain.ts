import { canonicalJson } from './canonical-json'

/**
 * An audit event as stored and exported. Fields not named here are hashed too.
 * `erasedBy` is the id of the later event that removed this event's `before` and `after`. The remaining content no longer matches `hash`,
 * but the hash still links the chain.
 */
export type ChainedEvent = { seq: number; prevHash: string; hash: string; erasedBy?: string | undefined }

/** Number and hash of the last event up to which a chain is known to be intact. */
export type ChainEnd = { seq: number; hash: string }

/**
 * - `altered`: the event does not match its own hash.
 * - `missing`: no event has this number.
 * - `reordered`: the event is at another position.
 * - `wrong_link`: the event matches its own hash but does not link to the previous one, so one of the two was replaced together with its
 * hash.
 */
type FaultKind = 'altered' | 'missing' | 'reordered' | 'wrong_link'
export type ChainFault = { seq: number; kind: FaultKind; message: string }
type ChainCheck = { end: ChainEnd; fault: ChainFault | null }

/** The end of an empty chain: number 0 and a hash of 64 zeros. */
export const CHAIN_START: ChainEnd = { seq: 0, hash: '0'.repeat(64) }

/** SHA-256 of the UTF-8 bytes of a text, as 64 lower-case hexadecimal digits. */
type Sha256 = (text: string) => string

/** Returns the hash of an event: SHA-256 of the canonical JSON of all its fields except `hash`, `prevHash` included. */
export function hashEvent({ hash: _, ...event }: ChainedEvent, sha256: Sha256): string {
  return sha256(canonicalJson(event))
}

/**
 * Checks that the events continue the chain from `from`, in the given order: no gaps, each matching its own hash and linking to the hash of
 * the previous event. Stops at the first fault; `end` is the last valid event.
 */
export function checkChain(from: ChainEnd, events: readonly ChainedEvent[], sha256: Sha256): ChainCheck {
  let end = from
  for (const event of events) {
    const fault = faultOf(end, event, events, sha256)
    if (fault) return { end, fault }
    end = { seq: event.seq, hash: event.hash }
  }
  return { end, fault: null }
}

/** Checks that a chain verified up to `end` really ends at `head`. Returns null when it does. */
export function checkHead(end: ChainEnd, head: ChainEnd): ChainFault | null {
  if (end.seq < head.seq) {
    const message = `event ${end.seq + 1} is missing: the log should end with event ${head.seq}`
    return { seq: end.seq + 1, kind: 'missing', message }
  }
  if (end.seq === head.seq && end.hash === head.hash) return null
  const message = `the log should end with event ${head.seq} and a different hash from that of event ${end.seq}`
  return { seq: end.seq, kind: 'wrong_link', message }
}

function faultOf(
  end: ChainEnd,
  event: ChainedEvent,
  events: readonly ChainedEvent[],
  sha256: Sha256,
): ChainFault | null {
  const seq = end.seq + 1
  if (event.seq !== seq) return misplaced(seq, event.seq, events)
  if (event.erasedBy === undefined && hashEvent(event, sha256) !== event.hash)
    return { seq, kind: 'altered', message: `event ${seq} was altered: its content does not match its hash` }
  if (event.prevHash === end.hash) return null
  const other = seq === 1 ? 'it' : `event ${seq - 1} or event ${seq}`
  const message = `event ${seq} does not follow the one before it: ${other} was replaced together with its hash`
  return { seq, kind: 'wrong_link', message }
}

function misplaced(seq: number, found: number, events: readonly ChainedEvent[]): ChainFault {
  const isElsewhere = found < seq || events.some((event) => event.seq === seq)
  if (isElsewhere)
    return { seq, kind: 'reordered', message: `event ${seq} is out of order: event ${found} is in its place` }
  return { seq, kind: 'missing', message: `event ${seq} is missing: event ${seq - 1} is followed by event ${found}` }
}

/** The fields needed to find out which earlier events an event erased. */
type ErasableEvent = ChainedEvent & { id?: unknown; before?: unknown; after?: unknown }

/**
 * Matches events marked as erased (`erasedBy`) with the later event that records the erasure, so that no event can be emptied without a
 * trace. Expects events that passed {@link checkChain}, in order.
 */
export class EmptiedEvents {
  private readonly waiting = new Map<string, number[]>()

  /** Returns a fault for the first erased event that its erasing event does not name, or null. */
  take(events: readonly ErasableEvent[]): ChainFault | null {
    for (const event of events) {
      if (event.erasedBy !== undefined) {
        if ((event.before ?? null) !== null || (event.after ?? null) !== null) return unnamed(event.seq)
        this.waiting.set(event.erasedBy, [...(this.waiting.get(event.erasedBy) ?? []), event.seq])
        continue
      }
      const named = typeof event.id === 'string' ? this.waiting.get(event.id) : undefined
      if (!named) continue
      const spans = spansOf(event.after)
      const other = named.find((seq) => !spans.some(([first, last]) => first <= seq && seq <= last))
      if (other !== undefined) return unnamed(other)
      this.waiting.delete(String(event.id))
    }
    return null
  }

  /** Returns a fault for the first erased event that is still unmatched at the end of the log, or null. */
  rest(): ChainFault | null {
    const left = [...this.waiting.values()].flat()
    return left.length === 0 ? null : unnamed(left.reduce((least, seq) => Math.min(least, seq)))
  }
}

function unnamed(seq: number): ChainFault {
  return { seq, kind: 'altered', message: `event ${seq} was altered: it was emptied, and no later event records that` }
}

function spansOf(after: unknown): [number, number][] {
  const erased: unknown = typeof after === 'object' && after !== null && 'erased' in after ? after.erased : null
  return Array.isArray(erased) ? erased.filter(isSpan) : []
}

const isSpan = (span: unknown): span is [number, number] =>
  Array.isArray(span) && typeof span[0] === 'number' && typeof span[1] === 'number'
