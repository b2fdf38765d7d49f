import { type CheckResult, type HallucinationFinding, type Material, type Span, spanOf } from './finding'
import { lazily } from './lazily'
import { identifiersIn, keyOf } from './read-identifiers'

/**
 * Checks identifiers against sources and tool results. One that nothing given contains is unverifiable; it is contradicted if the sources
 * have one that differs in a single digit, or in the order of two neighbouring digits.
 */
export function findIdentifiers({ output, identifiers, grounding, given }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  if (!grounding) return result
  const known = lazily(() => new Set(identifiersIn(grounding).map(({ key }) => key)))
  const everything = lazily(() => keyOf(given()))
  const seen = new Set<string>()
  for (const { start, end, key } of identifiers()) {
    if (seen.has(key)) continue
    seen.add(key)
    if (known().has(key) || everything().includes(key)) result.verified++
    else
      result.findings.push(
        toFinding(
          spanOf(output, start, end),
          [...known()].find((other) => isMistyped(key, other)),
        ),
      )
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

/** Whether two identifiers differ in one digit only, or in the order of two neighbouring digits. */
function isMistyped(one: string, other: string): boolean {
  if (one.length !== other.length || one.replace(/\D/g, '').length < DIGITS_MIN) return false
  const differing = [...one].flatMap((character, at) => (character === other[at] ? [] : [at]))
  if (!differing.every((at) => isDigit(one[at]) && isDigit(other[at]))) return false
  const [first = 0, second = 0] = differing
  return (
    differing.length === 1 ||
    (differing.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first])
  )
}

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character)
