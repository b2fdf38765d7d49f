import { type CheckResult, type HallucinationFinding, type Span, spanOf } from '../finding'
import type { Material } from '../material'
import { LONG_DIGITS } from '../text/digits'

/**
 * Checks identifiers against sources and tool results. One that nothing given contains is unverifiable; it is contradicted if the sources
 * have one that differs in a single digit, in the order of two neighbouring digits, or in the last of many, as where it was rounded.
 */
export function findIdentifiers({
  output,
  identifiers,
  grounding,
  identifiersGiven,
  isKeyGiven,
}: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  if (!grounding) return result
  const seen = new Set<string>()
  for (const { start, end, key } of identifiers()) {
    if (seen.has(key)) continue
    seen.add(key)
    if (isKeyGiven(key) || formsOf(key).some((form) => identifiersGiven().has(form))) result.verified++
    else result.findings.push(toFinding(spanOf(output, start, end), meantBy(key, identifiersGiven())))
  }
  return result
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

/** An identifier, and of many digits also the double that a program may have made of it. */
const formsOf = (key: string): string[] =>
  LONG_NUMBER.test(key) ? [key, String(Number(key)), String(BigInt(Number(key)))] : [key]

/** The digits at the end of a long number that a double may lack. */
const ROUNDED_DIGITS = 4

/** Returns the identifier of the sources that this one was made of by a slip. */
function meantBy(key: string, known: ReadonlySet<string>): string | undefined {
  if (key.replace(/\D/g, '').length < DIGITS_MIN) return undefined
  if (LONG_NUMBER.test(key)) {
    const begin = key.slice(0, -ROUNDED_DIGITS)
    const alike = [...known].filter((other) => other.length === key.length && other.startsWith(begin))
    if (alike.length === 1) return alike[0]
  }
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

const LONG_NUMBER = new RegExp(`^\\d{${LONG_DIGITS},}$`)
const DIGITS = '0123456789'
const isDigit = (character: string) => character !== '' && DIGITS.includes(character)
