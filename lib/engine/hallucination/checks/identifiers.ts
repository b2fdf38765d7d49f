import { lazily } from '../../lazily'
import { type CheckResult, type HallucinationFinding, type Span, spanOf } from '../finding'
import type { Material } from '../material'
import { identifiersIn, keyOf } from '../text/references'

/**
 * Checks identifiers against sources and tool results. One that nothing given contains is unverifiable; it is contradicted if the sources
 * have one that differs in a single digit, or in the order of two neighbouring digits.
 */
export function findIdentifiers({ output, identifiers, grounding, given }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  if (!grounding) return result
  const known = lazily(() => new Set(identifiersIn(grounding).map(({ key }) => key)))
  const everything = lazily(() => keyOf(given()))
  const parts = lazily(() => partsOf(everything()))
  const seen = new Set<string>()
  for (const { start, end, key } of identifiers()) {
    if (seen.has(key)) continue
    seen.add(key)
    if (known().has(key) || (mayContain(parts(), key) && everything().includes(key))) result.verified++
    else result.findings.push(toFinding(spanOf(output, start, end), meantBy(key, known())))
  }
  return result
}

const PART_LENGTH = 4

/** The number of four characters, in 16 bits. */
function partAt(text: string, at: number): number {
  let hash = 0
  for (let place = at; place < at + PART_LENGTH; place++) hash = (Math.imul(hash, 31) + text.charCodeAt(place)) | 0
  return (hash ^ (hash >>> 16)) & 0xff_ff
}

/** Marks every four characters in a row, so that a text is not searched for each identifier that it cannot contain. */
function partsOf(text: string): Uint8Array {
  const parts = new Uint8Array(1 << 16)
  for (let at = 0; at + PART_LENGTH <= text.length; at++) parts[partAt(text, at)] = 1
  return parts
}

function mayContain(parts: Uint8Array, key: string): boolean {
  for (let at = 0; at + PART_LENGTH <= key.length; at++) if (parts[partAt(key, at)] === 0) return false
  return true
}

function toFinding(span: Span, meant: string | undefined): HallucinationFinding {
  const finding = { type: 'nonexistent_entity', span } as const
  if (meant === undefined)
    return {
      ...finding,
      verdict: 'unverifiable',
      severity: 'warning',
      confidence: 0.45,
      evidence: 'No source or tool result has this identifier.',
    }
  return {
    ...finding,
    verdict: 'contradicted',
    severity: 'likely',
    confidence: 0.75,
    evidence: `The sources have ${meant.toUpperCase()}.`,
  }
}

/** Fewer digits differ by chance too often. */
const DIGITS_MIN = 4

/** Returns an identifier of the sources that differs from this one in a single digit, or in the order of two neighbouring digits. */
function meantBy(key: string, known: ReadonlySet<string>): string | undefined {
  if (key.replace(/\D/g, '').length < DIGITS_MIN) return undefined
  for (let at = 0; at < key.length; at++) {
    const digit = key.charAt(at)
    if (!isDigit(digit)) continue
    const [before, after] = [key.slice(0, at), key.slice(at + 1)]
    for (const other of DIGITS) if (known.has(before + other + after)) return before + other + after
    const swapped = before + after.charAt(0) + digit + after.slice(1)
    if (isDigit(after.charAt(0)) && known.has(swapped)) return swapped
  }
  return undefined
}

const DIGITS = '0123456789'
const isDigit = (character: string) => character !== '' && DIGITS.includes(character)
