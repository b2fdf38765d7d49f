import { EngineInputError } from '../input-error'
import { findContradictions } from './contradictions'
import { findDates } from './dates'
import { findEntities } from './entities'
import { findEntryConflicts } from './entry-conflicts'
import { type CheckResult, type HallucinationFinding, type Material, spanOf } from './finding'
import { findIdentifiers } from './identifiers'
import { type DetectHallucinationsInput, readGiven, toMaterial } from './material'
import { findArithmetic, findNumbers } from './numbers'
import { findCitations, findFiles, findLinks, findQuotes } from './references'
import { findSourceConflicts } from './source-conflicts'
import { CERTAINTY } from './spelling'
import { doubtMin, gradeSupport } from './support'
import { findTableConflicts } from './table-conflicts'

/** Maximum number of findings listed, most severe first. */
const FINDINGS_MAX = 100

const checks = [
  findCitations,
  findLinks,
  findQuotes,
  findFiles,
  findNumbers,
  findImpossibleShares,
  findArithmetic,
  findContradictions,
  findDates,
  findIdentifiers,
  findEntities,
]
const gravity = { confirmed: 0, likely: 1, warning: 2 }

type HallucinationRisk = 'none' | 'low' | 'medium' | 'high' | 'critical'

interface HallucinationReport {
  risk: HallucinationRisk
  findings: HallucinationFinding[]
  /** Number of claims confirmed by the material. */
  verified: number
  /** Number of claims that follow from two values of the material, as stated by the output: a total, a difference, a share. */
  derived: number
}

/**
 * Checks an output against itself and the given material: citations, links, quotations, files, numbers, shares, sums, dates,
 * identifiers, names, certainty. Nothing is fetched: claims the material does not settle are `unverifiable`, never fabricated. Only the first 200,000
 * characters are read.
 * @throws {EngineInputError} on an invalid date.
 */
export function detectHallucinations(input: DetectHallucinationsInput): HallucinationReport {
  if (input.date !== undefined && Number.isNaN(Date.parse(input.date)))
    throw new EngineInputError([{ path: 'date', message: 'must be an ISO date' }])
  return detectIn(toMaterial(input.output, readGiven(input), input.date))
}

/**
 * Like {@link detectHallucinations}, for material prepared beforehand, so that several outputs can share the same sources. Weak notes on the
 * support of sentences have no evidence unless `areNotesRead`: there may be one for each sentence.
 */
export function detectIn(material: Material, areNotesRead = true): HallucinationReport {
  const results = checks.map((check) => check(material))
  const inTables = findTableConflicts(material)
  const conflicts = [
    ...inTables,
    ...findSourceConflicts(material).filter((one) => !isInSentenceOf(one, inTables, material)),
  ]
  const checked = results.flatMap(({ findings }) => findings)
  const settled = [
    ...conflicts.filter((one) => !isAlreadyContradicted(one, checked)),
    ...checked.filter((one) => !isSuperseded(one, conflicts)),
  ]
  const inEntries = findEntryConflicts(material, settled)
  const doubts = [...inEntries, ...settled.filter((one) => !isSuperseded(one, inEntries))]
  const support = gradeSupport(material, doubts, areNotesRead)
  const found = [...support.doubts, ...support.findings]
  const findings = [...found, ...findOverconfidence(material, support.doubts).findings].sort(
    (left, right) => gravity[left.severity] - gravity[right.severity] || left.span.start - right.span.start,
  )
  return {
    risk: riskOf(findings),
    findings: findings.slice(0, FINDINGS_MAX),
    verified: results.reduce((sum, { verified }) => sum + verified, 0),
    derived: results.reduce((sum, { derived = 0 }) => sum + derived, 0),
  }
}

/** Whether a finding is in the same sentence as another: the record of a table is also read as a sentence. */
function isInSentenceOf(
  { span }: HallucinationFinding,
  others: readonly HallucinationFinding[],
  { readings }: Material,
) {
  if (others.length === 0) return false
  const sentenceAt = (place: number) => readings().findLastIndex(({ start }) => start <= place)
  const own = sentenceAt(span.start)
  return others.some((other) => sentenceAt(other.span.start) === own)
}

/** Whether a contradiction was already found at the place of a conflict. */
function isAlreadyContradicted({ span }: HallucinationFinding, checked: readonly HallucinationFinding[]): boolean {
  return checked.some((one) => one.verdict === 'contradicted' && one.span.start < span.end && one.span.end > span.start)
}

/** Whether a source contradicts what was merely unverifiable. */
function isSuperseded({ verdict, span }: HallucinationFinding, conflicts: readonly HallucinationFinding[]): boolean {
  return verdict === 'unverifiable' && conflicts.some((one) => one.span.start < span.end && one.span.end > span.start)
}

/** Whether a finding needs attention: all except a weak note on the support of a sentence. */
export function isDoubt({ type, confidence }: HallucinationFinding): boolean {
  return type !== 'unsupported_claim' || confidence >= doubtMin
}

/**
 * none: nothing found except weak notes on the support of sentences; low: warnings only; medium: one or two likely; high: one confirmed or
 * three likely; critical: two confirmed.
 */
function riskOf(findings: readonly HallucinationFinding[]): HallucinationRisk {
  const confirmed = findings.filter(({ severity }) => severity === 'confirmed').length
  const likely = findings.filter(({ severity }) => severity === 'likely').length
  if (confirmed >= 2) return 'critical'
  if (confirmed === 1 || likely >= 3) return 'high'
  if (likely > 0) return 'medium'
  return findings.some(isDoubt) ? 'low' : 'none'
}

const percent = '(-?\\d{1,6}(?:,\\d{3})*(?:\\.\\d+)?)\\s*(?:%|percent\\b)'
const members =
  '(?:users|people|customers|respondents|students|patients|participants|employees|workers|voters|adults|children|women|men|households|companies|organi[sz]ations|teams|developers|cases|requests|responses|tests|files|records|rows|items|samples|questions|answers|messages|calls|transactions|orders|errors|failures|the population|the time|the total)'
const shares = [
  new RegExp(
    `${percent}\\s+of\\s+(?:(?:all|the|our|their|its|these|those|surveyed|active|total|eligible)\\s+){0,3}${members}\\b`,
    'gi',
  ),
  new RegExp(
    `\\b(?:accuracy|success rate|pass rate|error rate|failure rate|completion rate|hit rate|uptime|availability|precision|recall|test coverage|code coverage|probability|likelihood|chance|market share|proportion)\\s+(?:of|is|was|at|reached|reaches|to|:|=)\\s+(?:(?:about|around|approximately|nearly|over|an?)\\s+)?${percent}`,
    'gi',
  ),
]
const perCent = /%|percent/i
const growth =
  /\b(?:grew|grow(?:s|th)?|increas\w+|rose|rises?|up|gain\w*|improv\w+|more|faster|compared|relative|than|over|above|target|quota|previous|baseline)\b[^.]{0,30}$/i

/** Finds shares above 100 % or below 0, which are impossible. Growth and comparisons may exceed 100 %. */
function findImpossibleShares({ prose, output, isEnglish }: Material): CheckResult {
  if (!isEnglish || !perCent.test(prose)) return { findings: [], verified: 0 }
  const findings = shares.flatMap((share) =>
    [...prose.matchAll(share)].flatMap((match): HallucinationFinding[] => {
      const value = Number((match[1] ?? '').replace(/,/g, ''))
      const isGrowth = growth.test(prose.slice(Math.max(0, match.index - 60), match.index))
      if ((value <= 100 && value >= 0) || isGrowth) return []
      return [
        {
          type: 'invented_statistic',
          verdict: 'contradicted',
          severity: 'confirmed',
          confidence: 0.93,
          span: spanOf(output, match.index, match.index + match[0].length),
          evidence: 'A share lies between 0% and 100%.',
        },
      ]
    }),
  )
  return { findings, verified: 0 }
}

/** Every match has a word of the trait {@link CERTAINTY}. */
const certain =
  /\b(?:definitely|undoubtedly|undeniabl[ey]|inevitabl[ey]|there (?:is|can be) (?:absolutely )?no (?:doubt|question)|unquestionably|indisputabl[ey]|without (?:a|any) doubt|beyond (?:any )?doubt|100\s?% (?:certain|sure|accurate|reliable|guaranteed)|absolutely certain|guaranteed? to|is guaranteed|will (?:always|never)|(?:always|never) (?:works?|fails?|succeeds?)|impossible to fail|it is certain that|(?:is|are|was|were) (?:certain|sure) to|(?:for|with) (?:absolute |complete |total |full )?certain(?:ty)?|for sure|certainly(?![,!.])|surely(?![,!.])|proven beyond)\b/i
/** What takes an expression of certainty back, before it. */
const takenBack =
  /\b(?:not|no|never|nobody|nothing|cannot|hardly|almost|nearly|whether|if|who)\b[^.,;:]{0,30}$|n't\b[^.,;:]{0,30}$/i
const uncertain =
  /\b(?:will|future|next (?:week|year|month|quarter|decade)|tomorrow|by 20\d\d|forecast|predict(?:s|ed|ion)?|expect(?:s|ed)?|markets?|stocks?|prices?|inflation|election|growth|revenue|profits?|outcome|cause[sd]?|because|best|cure[sd]?|side effects?|risk)\b/i

/** Finds expressions of certainty about uncertain matters: predictions, causes, and claims that could not be verified. */
function findOverconfidence(
  { prose, sentences, output, isEnglish, mayHave }: Material,
  doubts: readonly HallucinationFinding[],
): CheckResult {
  // A test on the whole text avoids searching each sentence.
  if (!isEnglish || !mayHave(CERTAINTY) || !certain.test(prose)) return { findings: [], verified: 0 }
  const findings = sentences().flatMap(({ text, start }): HallucinationFinding[] => {
    const match = certain.exec(text)
    if (!match || takenBack.test(text.slice(0, match.index))) return []
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    const isDoubted = doubts.some(({ span }) => span.start < start + text.length && span.end > start)
    if (!isDoubted && !uncertain.test(/^will/i.test(match[0]) ? text : rest)) return []
    const at = start + match.index
    return [
      {
        type: 'overconfidence',
        verdict: 'unverifiable',
        severity: 'warning',
        confidence: isDoubted ? 0.6 : 0.4,
        span: spanOf(output, at, at + match[0].length),
        evidence: isDoubted ? 'The claim it refers to could not be verified.' : 'Nobody can be certain of this.',
      },
    ]
  })
  return { findings, verified: 0 }
}
