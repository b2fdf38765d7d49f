import { tokensOf } from './exchange'
import { errorOf, type ReadSpan } from './span-facts'

/** Two instrumentations of one request see it begin and end within this share of it, and in whole milliseconds. */
const SHARE = 0.1
/** In a busy process the later of the ends waits its turn: with the same tokens this share of the longer span is enough. */
const OVERLAP_MIN = 0.5
const BLUR_MIN_MS = 2
const BLUR_MAX_MS = 50
const NANOS_PER_MS = 1e6

type Timed = { read: ReadSpan; start: number; end: number }

/**
 * Finds requests that two instrumentations recorded side by side, as when a model's SDK traces itself and another library wraps it without
 * being its parent. Each span is in at most one pair; the one with the messages comes first.
 */
export function twinsAmong(siblings: readonly ReadSpan[]): [step: ReadSpan, twin: ReadSpan][] {
  const requests = siblings.filter(({ facts }) => facts.kind === 'llm' || facts.kind === 'embedding')
  if (new Set(requests.map(scopeOf)).size < 2) return []
  const timed = requests.flatMap(toTimed).sort((a, b) => a.start - b.start)
  const paired = new Set<Timed>()
  const pairs: [ReadSpan, ReadSpan][] = []
  for (const [place, one] of timed.entries()) {
    if (paired.has(one)) continue
    for (let next = place + 1; next < timed.length; next++) {
      const other = timed[next]
      if (other === undefined || other.start - one.start > BLUR_MAX_MS) break
      if (paired.has(other) || !isSameTime(one, other) || !isTwin(one.read, other.read)) continue
      paired.add(other)
      const isSilent = one.read.facts.input === undefined && other.read.facts.input !== undefined
      pairs.push(isSilent ? [other.read, one.read] : [one.read, other.read])
      break
    }
  }
  return pairs
}

const scopeOf = ({ span }: ReadSpan) => span.scope.name

function toTimed(read: ReadSpan): Timed[] {
  const { startNano, endNano } = read.span
  if (startNano === null || endNano === null) return []
  const start = Number(startNano) / NANOS_PER_MS
  return [{ read, start, end: Number(endNano) / NANOS_PER_MS }]
}

function isSameTime(a: Timed, b: Timed): boolean {
  const [shorter = 0, longer = 0] = [a.end - a.start, b.end - b.start].sort((one, other) => one - other)
  const blur = Math.max(BLUR_MIN_MS, Math.min(BLUR_MAX_MS, SHARE * shorter))
  if (Math.abs(a.start - b.start) > blur) return false
  const overlap = Math.min(a.end, b.end) - Math.max(a.start, b.start)
  return Math.abs(a.end - b.end) <= blur || (hasSameTokens(a.read, b.read) && overlap >= OVERLAP_MIN * longer)
}

function hasSameTokens(a: ReadSpan, b: ReadSpan): boolean {
  const { inputTokens, outputTokens } = a.facts
  const isCounted = inputTokens !== undefined && outputTokens !== undefined
  return isCounted && inputTokens === b.facts.inputTokens && outputTokens === b.facts.outputTokens
}

function isTwin(a: ReadSpan, b: ReadSpan): boolean {
  const [used, alsoUsed] = [tokensOf(a.facts), tokensOf(b.facts)]
  return (
    scopeOf(a) !== scopeOf(b) &&
    a.facts.kind === b.facts.kind &&
    isEqual(a.facts.model?.toLowerCase(), b.facts.model?.toLowerCase()) &&
    isEqual(used?.input, alsoUsed?.input) &&
    isEqual(used?.output, alsoUsed?.output) &&
    (errorOf(a) === null) === (errorOf(b) === null)
  )
}

/** A value that one of the two does not report says nothing against them. */
function isEqual(a: unknown, b: unknown): boolean {
  return a === undefined || b === undefined || a === b
}
