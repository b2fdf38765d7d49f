import { byEvaluator, evaluatorRules, isDecidedByPerson } from '@/lib/contracts/evaluators'
import type { ExecutionView } from '@/lib/contracts/executions'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { GateState } from '@/lib/contracts/gates'
import type { Band, Decision, FailureClass, Grade, Profile, Range, RunFlag } from '@/lib/contracts/primitives'
import type { DecisionView } from '@/lib/contracts/reviews'
import type { NodeView } from '@/lib/contracts/run-detail'
import type { RunRow } from '@/lib/contracts/runs'
import { verdictSide } from '@/lib/engine/confidence/verdict-side'
import { formatScore } from '../format/number'

/** Labels of the grades of the quality check; "good" and "poor" are used for bands only. */
export const gradeLabels: Record<Grade, string> = {
  excellent: 'Excellent',
  good: 'Solid',
  acceptable: 'Acceptable',
  poor: 'Weak',
  failed: 'Failed',
}

export const bandLabels: Record<Band, string> = { good: 'Good', review: 'Review', poor: 'Poor' }

export const profileLabels: Record<Profile, string> = {
  gaff: 'Quality check',
  stratt: 'Trace quality',
  confidence: 'Confidence',
}

export const evaluatorLabels = byEvaluator((evaluator): string => evaluatorRules[evaluator].label)

export const decisionLabels: Record<Decision, string> = {
  accept: 'Accepted',
  iterate: 'Try again',
  accept_best: 'Best attempt kept',
  escalate: 'Needs a person',
  insufficient_evidence: 'Too little measured',
}

/** Labels of the decisions that runs are counted and filtered by, where a run that a person rejected keeps the rule's decision. */
export const ruleDecisionLabels: Record<Decision, string> = {
  ...decisionLabels,
  iterate: 'Try again, or rejected',
  escalate: 'Needs a person, or rejected',
}

/** What a person's verdict says of a run that the rule does not accept; null: no person has settled it, or another decision. */
type Settled = 'rejected' | 'approved' | 'not_accepted' | null

type Decided = Pick<RunRow, 'decision' | 'humanOrigin' | 'flag'> & { signals: Pick<RunRow['signals'], 'human'> }

/** How a person has settled a run that the rule leaves to a person or to another attempt. The rule's decision stays the same. */
export function settledBy({ decision, humanOrigin, flag, signals: { human } }: Decided): Settled {
  if (decision !== 'escalate' && decision !== 'iterate') return null
  if (!isDecidedByPerson(humanOrigin) || flag === 'disputed' || human == null) return null
  if (Number(human) === 1) return 'approved'
  return isRejection(Number(human)) ? 'rejected' : 'not_accepted'
}

/** Whether a verdict or rating in [0, 1] rejects. */
export const isRejection = (value: number) => verdictSide(value) === false

/** Whether two reviews disagree: one accepts and the other rejects. */
export function areOpposed(reviews: readonly { value: number }[]): boolean {
  const sides = reviews.map(({ value }) => verdictSide(value))
  return sides.length === 2 && sides.includes(true) && sides.includes(false)
}

const left =
  /(?:, and \w+ attempts? (?:is|are) left(?=\.)| \w+ attempts? (?:is|are) left\.)(?=\.?(?: A person decides\.)?$)/

type Attempted = { execution?: string | null | undefined; attempt: number }

/** Whether attempts at a run are counted: none can follow one that names no execution. */
export const isAttempt = ({ execution, attempt }: Attempted) => execution != null || attempt > 1

/** The reason of the rule, without a count of further attempts where none can follow. */
export function reasonOf(run: Attempted & { reason: string }): string {
  return isAttempt(run) ? run.reason : withoutLeft(run.reason)
}

export const withoutLeft = (reason: string) => reason.replace(left, '')

type Reasoned = Decided & Pick<RunRow, 'basis' | 'reason'>

/** The rule's reason for its decision, after what a person did where they have settled the run. */
export function decisionReason(run: Reasoned): string {
  const settled = settledBy(run)
  if (settled === null) return run.reason
  const person = `A person has ${settled === 'not_accepted' ? 'reviewed' : settled} it.`
  return [person, ruleReason(run)].filter(Boolean).join(' ')
}

/**
 * The rule's reason, which an approval does not remove; null where it is only the rejection again: a confidence that a person's verdict made
 * low asks for a person, who has already spoken.
 */
export function ruleReason(run: Reasoned): string | null {
  const settled = settledBy(run)
  if (settled === 'approved') return `It is not accepted all the same. ${run.reason}`
  return settled === 'rejected' && run.decision === 'escalate' && run.basis === 'confidence' ? null : run.reason
}

const deskWords: Record<Decision, string> = {
  accept: 'accepted it',
  iterate: 'wanted another attempt',
  accept_best: 'kept it as the best attempt',
  escalate: 'left it to a person',
  insufficient_evidence: 'had too little measured to decide',
}

/**
 * "The desk left it to a person; Ada rejected it.": what the desk decided before anyone gave a verdict, then the verdicts in force, by time.
 * Null if no person has given one.
 */
export function deskThenPeople(decisions: readonly DecisionView[]): string | null {
  const given = decisions
    .filter(({ undone, value }) => !undone && value !== null)
    .toSorted((a, b) => a.decidedAt.localeCompare(b.decidedAt))
  const desk = given.find(({ before }) => before?.human === null)?.before?.decision
  if (!desk) return null
  const people = new Map(
    given.map(({ by, value }) => [by.id ?? by.name, `${by.name} ${humanWord(Number(value)).replace(/^\w+/, '$& it')}`]),
  )
  return `The desk ${deskWords[desk]}; ${[...people.values()].join(', ')}.`
}

export const settledLabels: Record<NonNullable<Settled>, string> = {
  rejected: 'Rejected',
  approved: 'Approved, not accepted',
  not_accepted: 'Reviewed, not accepted',
}

export const convergenceLabels: Record<ExecutionView['state'], string> = {
  insufficient: 'Too few scores',
  improving: 'Improving',
  plateauing: 'Plateauing',
  degrading: 'Degrading',
  oscillating: 'Oscillating',
  undetermined: 'No clear trend',
}

export const failureClassLabels: Record<FailureClass, string> = {
  timeout: 'Timed out',
  rate_limited: 'Rate limited',
  provider_transient: 'Provider error',
  provider_spend_limit: 'Spend limit',
  provider_auth: 'Provider auth',
  policy_blocked: 'Blocked by policy',
  invalid_tool_args: 'Invalid tool arguments',
  missing_target_path: 'Path not found',
  permission_required: 'Permission needed',
  unknown: 'Unknown error',
}

export const gateStateLabels: Record<GateState, string> = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  timed_out: 'Timed out',
}

export const gateVerdictLabels: Record<NonNullable<GateEvidence['verdict']>, string> = {
  regression: 'Regressed',
  ok: 'Not worse',
  insufficient_sample: 'Too few live runs to say',
  no_baseline: 'No baseline yet',
}

export const nodeStatusLabels: Record<NodeView['status'], string> = {
  completed: 'Completed',
  failed: 'Failed',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
  running: 'Running',
}

/** Whose rejection the human signal of a run is. */
export function rejectedBy(humanOrigin: string | null): string {
  return isDecidedByPerson(humanOrigin) ? 'Rejected by a person' : 'Rejected by a label sent with it'
}

export const flagLabels: Record<RunFlag, string> = {
  // After a verdict given here a run has no flag.
  vetoed: rejectedBy(null),
  failed: 'Failed',
  contradicted: 'Contradicts its sources',
  contract_unusable: 'The schema of its contract cannot be used',
  blocked: 'Breaks its contract',
  escalated: 'Needs a person',
  overridden: 'Verification overridden',
  disputed: 'Two people disagree',
  apart: 'Evaluators far apart',
  poor: 'Poor trace quality',
  likely_bad: 'Likely to be rejected',
}

export const rangeLabels: Record<Range, string> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  all: 'All time',
}

/** Describes a verdict by its human signal: "approved", "rated 0.70". */
export function humanWord(value: number): string {
  return value === 1 ? 'approved' : value === 0 ? 'rejected' : `rated ${formatScore(value)}`
}
