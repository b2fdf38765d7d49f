import { EngineInputError } from '../input-error'
import { findArithmetic, findImpossibleShares } from './checks/arithmetic'
import { findCitations } from './checks/citations'
import { findCitedSources } from './checks/cited-sources'
import { findContradictions } from './checks/contradictions'
import { findDates } from './checks/dates'
import { findIdentifiers } from './checks/identifiers'
import { findEntities } from './checks/names'
import { findNumbers } from './checks/numbers'
import { findOverconfidence } from './checks/overconfidence'
import { findFiles, findLinks, findQuotes } from './checks/quotes-and-links'
import { findRankedMentions } from './checks/ranked-mentions'
import { findShortQuotes } from './checks/short-quotes'
import { doubtMin, gradeSupport } from './checks/support'
import { findTestResults } from './checks/test-results'
import { checkFields, type FieldsChecked } from './fields/check-fields'
import { type HallucinationFinding, type HallucinationReport, overlapping, type Span } from './finding'
import { type DetectHallucinationsInput, type Material, readGiven, toMaterial } from './material'
import { findForeignValues } from './statements/foreign-values'
import { findSourceConflicts } from './statements/source-conflicts'
import { findEntryConflicts } from './tables/entry-conflicts'
import { findTableConflicts } from './tables/table-conflicts'
import { spanAt } from './text/sentences'

/** Maximum number of findings listed, most severe first. */
const FINDINGS_MAX = 100

const checks = [
  findCitations,
  findCitedSources,
  findLinks,
  findQuotes,
  findShortQuotes,
  findFiles,
  findNumbers,
  findImpossibleShares,
  findArithmetic,
  findContradictions,
  findDates,
  findIdentifiers,
  findEntities,
  findTestResults,
  findRankedMentions,
]
const severityRank = { confirmed: 0, likely: 1, warning: 2 }
/** A weak note comes last: there may be one for each sentence, and none shall push a doubt off the list. */
const rankOf = (finding: HallucinationFinding) => (isDoubt(finding) ? severityRank[finding.severity] : 3)

/**
 * Checks an output against itself and the given material. Nothing is fetched: claims the material does not settle are `unverifiable`, never
 * fabricated. Only the first 200,000 characters are read. The folders, each of which imports only from those above it:
 *
 * - `text` characters, sentences, stems, citations, links and identifiers of a text
 * - `numbers` numbers, units and dates as they are written, and what follows from them
 * - `words` the tokens of a text with their terms, and which words exclude each other
 * - `sources` the sentences of the sources, and how those of the output compare with them
 * - `fields` the fields of an output that is JSON, by their labels and records
 * - `tables` tables, settings and records of the sources, and what is told of another row or field
 * - `statements` sentences of the output that the closest ones of the sources deny: other values, names, roles, words
 * - `checks` one kind of claim each: citations, quotations, numbers, dates, identifiers, names, sums, ranks, certainty, support
 *
 * `material.ts` reads output and sources, each form when it is first asked for; below, a contradiction replaces what was merely unverifiable.
 * @throws {EngineInputError} on an invalid date.
 */
export function detectHallucinations(input: DetectHallucinationsInput): HallucinationReport {
  if (input.date !== undefined && Number.isNaN(Date.parse(input.date)))
    throw new EngineInputError([{ path: 'date', message: 'must be an ISO date' }])
  return detectIn(toMaterial(input.output, readGiven(input), input.date))
}

/**
 * Like {@link detectHallucinations}, for material prepared beforehand, so that several outputs can share the same sources. Weak notes on the
 * support of sentences are left out unless `areNotesRead`: there may be one for each sentence.
 */
export function detectIn(material: Material, areNotesRead = true): HallucinationReport {
  const results = checks.map((check) => check(material))
  const fields = material.grounding === '' ? null : checkFields(material.output, material)
  const found = results.flatMap(({ findings }) => findings)
  const all = fields ? withFields(found, fields) : found
  const contradicted = all.filter(isContradicted)
  const checked = all.filter((one) => !isPartOf(one, contradicted))
  const isChecked = overlapping(checked)
  const isContradictedAt = overlapping(checked.filter(isContradicted))
  // Words for another case or time are known in English only.
  const isUnsupported = (start: number, end: number) => material.isEnglish && isChecked({ start, end })
  const inPlaces = findTableConflicts(material)
  const inOther = findForeignValues(
    material,
    checked.filter((one) => isNumber(one) || one.type === 'temporal_error'),
  )
  const inSources = findSourceConflicts(
    material,
    isUnsupported,
    results.some(({ hasOtherUnit }) => hasOtherUnit),
  )
  const isInSources = overlapping(inSources.filter(isContradicted))
  const isPlaced = inSentencesOf(inPlaces, material)
  const conflicts = [
    ...inPlaces,
    ...inOther.filter(({ span }) => !isInSources(span)),
    ...inSources.filter(({ span }) => !isPlaced(span)),
  ]
  const settled = [...conflicts.filter(({ span }) => !isContradictedAt(span)), ...withoutSuperseded(checked, conflicts)]
  const inEntries = findEntryConflicts(material, settled)
  const doubts = [...inEntries, ...withoutSuperseded(settled, inEntries)]
  const support = gradeSupport(material, doubts, areNotesRead)
  const findings = [
    ...support.doubts,
    ...support.findings,
    ...findOverconfidence(material, support.doubts).findings,
  ].sort((left, right) => rankOf(left) - rankOf(right) || left.span.start - right.span.start)
  return {
    risk: riskOf(findings),
    findings: findings.slice(0, FINDINGS_MAX),
    verified: results.reduce((sum, { verified }) => sum + verified, 0),
    derived: results.reduce((sum, { derived = 0 }) => sum + derived, 0),
  }
}

/** Replaces what was found of the fields of a JSON output by what their labels and records tell. */
function withFields(
  found: readonly HallucinationFinding[],
  { findings, isSettled }: FieldsChecked,
): HallucinationFinding[] {
  const isOf = (one: HallucinationFinding, other: HallucinationFinding) =>
    one.span.start < other.span.end && one.span.end > other.span.start
  const left = found.filter((one) => one.verdict === 'contradicted' || !isSettled(one.span))
  return [
    ...left.filter((one) => !findings.some((other) => other.verdict === 'contradicted' && isOf(one, other))),
    ...findings.filter((one) => one.verdict === 'contradicted' || !left.some((other) => isOf(one, other))),
  ]
}

const isNumber = ({ type, verdict }: HallucinationFinding) =>
  verdict === 'unverifiable' && (type === 'unsupported_number' || type === 'invented_statistic')

const isContradicted = ({ verdict }: HallucinationFinding) => verdict === 'contradicted'

/** Tells whether a span is in the sentence of one of some findings: the record of a table is also read as a sentence. */
function inSentencesOf(others: readonly HallucinationFinding[], { readings }: Material): (span: Span) => boolean {
  if (others.length === 0) return () => false
  const sentences = new Set(others.map(({ span }) => spanAt(readings(), span.start)))
  return ({ start }) => sentences.has(spanAt(readings(), start))
}

/** Whether what was merely unverifiable lies within a contradiction of its type: "120 %" in "120 % of all users". */
function isPartOf(
  { type, verdict, span }: HallucinationFinding,
  contradicted: readonly HallucinationFinding[],
): boolean {
  return (
    verdict === 'unverifiable' &&
    contradicted.some((one) => one.type === type && one.span.start <= span.start && one.span.end >= span.end)
  )
}

/** Returns the findings without those merely unverifiable that a source contradicts. */
function withoutSuperseded(
  findings: readonly HallucinationFinding[],
  conflicts: readonly HallucinationFinding[],
): HallucinationFinding[] {
  const isIn = overlapping(conflicts)
  return findings.filter(({ verdict, span }) => verdict !== 'unverifiable' || !isIn(span))
}

/** Whether a finding needs attention: all except a weak note on the support of a sentence. */
export function isDoubt({ type, confidence }: HallucinationFinding): boolean {
  return type !== 'unsupported_claim' || confidence >= doubtMin
}

/**
 * none: nothing found except weak notes on the support of sentences; low: warnings only; medium: one or two likely; high: one confirmed or
 * three likely; critical: two confirmed.
 */
function riskOf(findings: readonly HallucinationFinding[]): HallucinationReport['risk'] {
  const confirmed = findings.filter(({ severity }) => severity === 'confirmed').length
  const likely = findings.filter(({ severity }) => severity === 'likely').length
  if (confirmed >= 2) return 'critical'
  if (confirmed === 1 || likely >= 3) return 'high'
  if (likely > 0) return 'medium'
  return findings.some(isDoubt) ? 'low' : 'none'
}
