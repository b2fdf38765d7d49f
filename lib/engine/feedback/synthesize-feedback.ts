import type { OutputOf } from '@/lib/contracts/contract'
import type { SynthesizeFeedback as Contract } from '@/lib/contracts/quality/iteration'
import { EngineInputError } from '@/lib/engine/input-error'

/** Maximum number of issues listed; the guidance states how many are left out. */
const FEEDBACK_ISSUES_MAX = 8

const namedFieldsMax = 4
const errorRank = 1
const severityRanks = new Map([
  ['critical', 0],
  ['blocker', 0],
  ['error', errorRank],
  ['high', errorRank],
  ['major', errorRank],
  ['warning', 2],
  ['medium', 2],
  ['minor', 3],
  ['low', 3],
  ['info', 3],
])

interface FeedbackIssue {
  field: string
  issue: string
  fix?: string | null | undefined
  /** critical, error, warning or info (also blocker, high, major, medium, minor, low); defaults to error. */
  severity?: string | undefined
}

interface SynthesizeFeedbackInput {
  /** Score of the attempt in [0, 1]; null when it has none. */
  overallScore: number | null
  issues: readonly FeedbackIssue[]
  strengths?: readonly string[] | undefined
}

type Feedback = OutputOf<Contract>

/**
 * Turns issues and strengths into guidance for the next attempt. Issues are deduplicated, critical first and otherwise in the given order,
 * at most 8; strengths are listed as what not to rewrite.
 * @throws {EngineInputError} on a score outside [0, 1].
 */
export function synthesizeFeedback({ overallScore, issues, strengths = [] }: SynthesizeFeedbackInput): Feedback {
  if (overallScore !== null && !(overallScore >= 0 && overallScore <= 1))
    throw new EngineInputError([{ path: 'overallScore', message: 'must be a number from 0 to 1, or null' }])
  const ranked = withoutRepeats(issues).sort((left, right) => rankOf(left) - rankOf(right))
  const listed = ranked.slice(0, FEEDBACK_ISSUES_MAX)
  const kept = [...new Set(strengths.map((strength) => strength.trim()).filter(Boolean))]
  return {
    overall_score: overallScore,
    specific_issues: listed.map(({ field, issue, fix }) => ({ field, issue, fix: fix?.trim() || null })),
    strengths_to_preserve: kept,
    iteration_guidance: guidance(ranked, listed.length, kept),
  }
}

function guidance(ranked: readonly FeedbackIssue[], listed: number, strengths: readonly string[]): string {
  const parts = [focus(ranked)]
  const left = ranked.length - listed
  if (left > 0) parts.push(`${left} further ${left === 1 ? 'issue is' : 'issues are'} not listed.`)
  if (strengths.length > 0) parts.push(`Do not rewrite what already works: ${asSentenceEnd(strengths)}`)
  return parts.join(' ')
}

function focus(ranked: readonly FeedbackIssue[]): string {
  if (ranked.length === 0) return 'No issue was found.'
  const fields = [...new Set(ranked.map(({ field }) => field))]
  const isCritical = ranked.some((issue) => rankOf(issue) === 0)
  const named = fields.slice(0, namedFieldsMax)
  const others = fields.length - named.length
  const list = others > 0 ? `${named.join(', ')} and ${others} more` : join(named)
  return isCritical ? `Start with what blocks acceptance, then work on ${list}.` : `Focus on ${list}.`
}

function withoutRepeats(issues: readonly FeedbackIssue[]): FeedbackIssue[] {
  const known = new Map<string, FeedbackIssue>()
  for (const issue of issues) {
    const key = JSON.stringify([issue.field, issue.issue])
    const earlier = known.get(key)
    const worse = earlier && rankOf(earlier) <= rankOf(issue) ? earlier : issue
    known.set(key, { ...worse, fix: [worse.fix, earlier?.fix, issue.fix].find((fix) => fix?.trim()) })
  }
  return [...known.values()]
}

function rankOf({ severity }: FeedbackIssue): number {
  return severityRanks.get(severity?.toLowerCase() ?? '') ?? errorRank
}

/** Strengths may be sentences of their own: none keeps its full stop, and the last one ends with one mark. */
function asSentenceEnd(strengths: readonly string[]): string {
  const text = join(strengths.map((strength) => strength.replace(/\.+$/, '') || strength))
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function join(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
