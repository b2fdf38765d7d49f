import { type CheckResult, type HallucinationFinding, type Span, spanOf } from '../finding'
import type { Material } from '../material'

/**
 * Checks identifiers against sources and tool results. One that nothing given contains is unverifiable; it is contradicted if the sources
 * have one that differs in a single digit, or in the order of two neighbouring digits.
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
    if (identifiersGiven().has(key) || isKeyGiven(key)) result.verified++
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
