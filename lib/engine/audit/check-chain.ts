import { canonicalJson } from './canonical-json'

/**
 * An event as it is kept and exported. What is not named here is hashed all the same. `erasedBy`: the id of the later event with which its
 * `before` and `after` were taken out; what is left of it no longer gives its hash, which holds its place in the chain all the same.
 */
export type ChainedEvent = { seq: number; prevHash: string; hash: string; erasedBy?: string | undefined }

/** How far a chain is known to be whole: the last event's number and hash. */
export type ChainEnd = { seq: number; hash: string }

/**
 * altered: the event does not give its own hash. missing: its number is absent. reordered: it stands in another place.
 * wrong_link: it is whole, and yet does not follow the one before it, so one of the two was replaced together with its hash.
 */
export type FaultKind = 'altered' | 'missing' | 'reordered' | 'wrong_link'
export type ChainFault = { seq: number; kind: FaultKind; message: string }
export type ChainCheck = { end: ChainEnd; fault: ChainFault | null }

/** Before the first event: number 0, and 64 zeros for a hash. */
export const CHAIN_START: ChainEnd = { seq: 0, hash: '0'.repeat(64) }

/** SHA-256 of the UTF-8 bytes of a text, as 64 lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string

/** The hash of an event: SHA-256 of the canonical JSON of everything it holds but the hash itself, `prevHash` included. */
export function hashEvent({ hash: _, ...event }: ChainedEvent, sha256: Sha256): string {
  return sha256(canonicalJson(event))
}

/**
 * Checks that these events, in the order in which they stand, go on from `from` without a gap, each with its own hash and
 * that of the event before it. Stops at the first fault; without one `end` is the last event, else the last good one.
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

/** The fault of a chain that should end at `head` and was found whole up to `end`; null where it does end there. */
export function checkHead(end: ChainEnd, head: ChainEnd): ChainFault | null {
  if (end.seq < head.seq) {
    const message = `event ${end.seq + 1} is missing: the log should end with event ${head.seq}`
    return { seq: end.seq + 1, kind: 'missing', message }
  }
  if (end.seq === head.seq && end.hash === head.hash) return null
  const message = `the log should end with event ${head.seq}, and with another hash than event ${end.seq} has`
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
    return { seq, kind: 'altered', message: `event ${seq} was altered: what it says does not give its hash` }
  if (event.prevHash === end.hash) return null
  const other = seq === 1 ? 'it' : `event ${seq - 1} or event ${seq}`
  const message = `event ${seq} does not follow the one before it: ${other} was replaced together with its hash`
  return { seq, kind: 'wrong_link', message }
}

function misplaced(seq: number, found: number, events: readonly ChainedEvent[]): ChainFault {
  const isElsewhere = found < seq || events.some((event) => event.seq === seq)
  if (isElsewhere)
    return { seq, kind: 'reordered', message: `event ${seq} is not in its place: event ${found} stands there` }
  return { seq, kind: 'missing', message: `event ${seq} is missing: after event ${seq - 1} comes event ${found}` }
}

/** What is read of an event to see which earlier ones it emptied. */
type Told = ChainedEvent & { id?: unknown; before?: unknown; after?: unknown }

/**
 * Events that say they were emptied, until the event comes that says the same: nobody can empty one and leave no trace. Fed with
 * events that are known to be whole, in their order.
 */
export class EmptiedEvents {
  private readonly waiting = new Map<string, number[]>()

  /** The fault of the first event that is emptied by its own word alone; null where there is none. */
  take(events: readonly Told[]): ChainFault | null {
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

  /** The same of those that no event has named by the end. */
  rest(): ChainFault | null {
    const left = [...this.waiting.values()].flat()
    return left.length === 0 ? null : unnamed(left.reduce((least, seq) => Math.min(least, seq)))
  }
}

function unnamed(seq: number): ChainFault {
  return { seq, kind: 'altered', message: `event ${seq} was altered: it was emptied, and no later event says so` }
}

function spansOf(after: unknown): [number, number][] {
  const erased: unknown = typeof after === 'object' && after !== null && 'erased' in after ? after.erased : null
  return Array.isArray(erased) ? erased.filter(isSpan) : []
}

const isSpan = (span: unknown): span is [number, number] =>
  Array.isArray(span) && typeof span[0] === 'number' && typeof span[1] === 'number'
