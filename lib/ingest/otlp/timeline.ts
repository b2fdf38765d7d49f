import type { Span } from '@/lib/contracts/otlp'
import type { Batches, Followed } from './followed'
import { compareNano } from './wire-span'

/**
 * Many SDKs write the start of a span in whole milliseconds but its end exactly, so that a span can seem to begin up to one millisecond
 * before the one that it waited for has ended.
 */
const BLUR_MS = 1
/** A clock may be adjusted: for long spans an overlap of up to this share of the shorter one is ignored. */
const STEP_SHARE = 0.01
const MAX_STEP_MS = 50
/** A span precedes another only if it starts earlier by at least this share of the shorter one; otherwise they are parallel. */
const LEAD_MIN = 0.25
const NANOS_PER_MS = 1e6

/** A span among its siblings. Times in milliseconds since the first of them began; NaN without a time. */
export type Moment = {
  id: string
  start: number
  end: number
  /** Its position in the order; no span waits for a later one. */
  rank: number
  /** Siblings it is known to have followed. */
  follows: ReadonlySet<string>
  /** What ran beside it although the clock may show them in sequence, with the start of one that they followed. */
  batch: { key: string; since: number } | undefined
}

/**
 * Orders siblings as they ran: by the middle of their time, which clock errors shift least, except that a span known to have followed
 * another comes after it. In a cycle of known orders the clock decides.
 */
export function timeline(siblings: readonly Span[], followed: Followed, batches: Batches): Moment[] {
  const [base = '0'] = siblings.flatMap(({ startNano }) => startNano ?? []).sort(compareNano)
  const toMs = (nano: string | null) =>
    nano === null ? Number.NaN : Number(BigInt(nano) - BigInt(base)) / NANOS_PER_MS
  const timed = siblings.map(({ spanId: id, startNano, endNano }) => {
    const start = toMs(startNano)
    // The clock was set back in between.
    const end = Math.max(start, toMs(endNano))
    return { id, start, end, middle: Number.isNaN(end) ? start : (start + end) / 2 }
  })
  const byClock = timed.sort(
    (a, b) => compare(a.middle, b.middle) || compare(a.start, b.start) || (a.id < b.id ? -1 : 1),
  )
  const order = followed.size === 0 ? byClock : afterWhatTheyFollowed(byClock, followed)
  const rankOf = new Map(order.map(({ id }, rank) => [id, rank]))
  const startOf = new Map(order.map(({ id, start }) => [id, start]))
  return order.map(({ id, start, end }, rank) => {
    const follows = new Set([...(followed.get(id) ?? [])].filter((earlier) => (rankOf.get(earlier) ?? rank) < rank))
    const { key, after } = batches.get(id) ?? {}
    const since = after === undefined ? Number.NEGATIVE_INFINITY : follows.has(after) ? startOf.get(after) : undefined
    return {
      id,
      start,
      end,
      rank,
      follows,
      batch: key !== undefined && since !== undefined ? { key, since } : undefined,
    }
  })
}

/**
 * Whether `a` had ended when `b` began, within the accuracy of the clocks, or because `b` is known to have followed it. In a batch,
 * none needed another.
 */
export function isBefore(a: Moment, b: Moment): boolean {
  if (a.rank >= b.rank) return false
  if (b.follows.has(a.id)) return true
  if (a.batch !== undefined && a.batch.key === b.batch?.key) return false
  const shorter = Math.min(a.end - a.start, Number.isNaN(b.end) ? 0 : b.end - b.start)
  const blur = Math.max(BLUR_MS, Math.min(MAX_STEP_MS, STEP_SHARE * shorter))
  return a.end <= b.start + blur && b.start - a.start >= LEAD_MIN * shorter
}

/** False if `a` was certainly still running when `b` began. */
export function mayEndBefore(a: Moment, b: Moment): boolean {
  return !(a.end > b.start + MAX_STEP_MS)
}

/** Missing times come last. */
function compare(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
  return a - b
}

/** Keeps the order, except that each span is moved behind those it followed. */
function afterWhatTheyFollowed<T extends { id: string }>(spans: readonly T[], followed: Followed): T[] {
  const waiting = new Map(spans.map((span) => [span.id, span]))
  const order: T[] = []
  for (const one of spans) {
    const open = waiting.delete(one.id) ? [one] : []
    for (let span = open.at(-1); span !== undefined; span = open.at(-1)) {
      const earlier = [...(followed.get(span.id) ?? [])].map((id) => waiting.get(id)).find(Boolean)
      if (earlier === undefined) order.push(...open.splice(-1))
      else {
        waiting.delete(earlier.id)
        open.push(earlier)
      }
    }
  }
  return order
}
