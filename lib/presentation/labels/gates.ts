import type { GateDetail, GateRunReview } from '@/lib/contracts/gates'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatCount } from '../format/number'
import { capital, listWords } from '../format/text'
import { gateStateLabels, humanWord } from './verdicts'

type Closed = Pick<GateDetail['gate'], 'state' | 'undone'>

/** "Approved", "Approved, taken back". */
export function gateStateText({ state, undone }: Closed): string {
  return undone ? `${gateStateLabels[state]}, taken back` : gateStateLabels[state]
}

/** Title of a gate's page. What became of it comes first, since a tab shows little more. */
export function gateTitle(gate: Closed & Pick<GateDetail['gate'], 'title'>): string {
  return gate.state === 'pending' ? gate.title : `${gateStateText(gate)}: ${gate.title}`
}

/** Returns the gate that asks about a run and still waits. */
export function waitingGateOf({ gates }: Pick<RunDetail, 'gates'>): RunDetail['gates'][number] | null {
  return gates.find(({ isOwn, state }) => isOwn && state === 'pending') ?? null
}

type Voted = Pick<GateDetail, 'votes' | 'gate' | 'isCovered'>

/** In place of what others said of a gate whose run the reader is to review blind. */
export const AFTER_VERDICT = 'Shown after your verdict'

/** Returns the people whose approvals count, in the order given. */
export function approversOf({ votes }: Pick<GateDetail, 'votes'>): string[] {
  return votes.filter((vote) => vote.counts && vote.verdict === 'approved').map((vote) => vote.by.name)
}

/** "1 of 2 approvals, by Ada". */
export function formatApprovals(detail: Voted): string {
  if (detail.isCovered) return AFTER_VERDICT
  const { quorum } = detail.gate
  const names = approversOf(detail)
  const count = `${names.length} of ${quorum} ${quorum === 1 ? 'approval' : 'approvals'}`
  return names.length === 0 ? count : `${count}, by ${listWords(names)}`
}

const NAMED_MAX = 5

/** "Ada and Ben", "Ada, Ben, Cai, Dee, Eli and 2 more", or "Nobody": the people who may decide a gate. */
export function decidersText({ deciders: { people, count } }: Pick<GateDetail, 'deciders'>): string {
  const names = people.slice(0, NAMED_MAX).map(({ name }) => name)
  const more = count - names.length
  return more > 0 ? `${names.join(', ')} and ${formatCount(more)} more` : listWords(names) || 'Nobody'
}

/** Why the caller may not decide a gate, and who may. */
export function whyNotDecide(detail: Pick<GateDetail, 'mayDecide' | 'hasVoted' | 'deciders'>): string {
  const why = detail.mayDecide.why ?? ''
  const isNamed = detail.hasVoted || detail.deciders.people.some(({ name }) => why.includes(name))
  return isNamed ? why : `${why} May decide: ${decidersText(detail)}.`
}

type Owned = Pick<GateDetail['gate'], 'owner' | 'escalatedTo' | 'hasOwnerLeft'>

/** Returns the owner of a gate: "Ada", "Ada, escalated", "Escalated to the admins", "Unassigned". */
export function formatOwner({ owner, escalatedTo, hasOwnerLeft }: Owned): string {
  if (owner) return escalatedTo ? `${owner.name}, escalated` : owner.name
  if (escalatedTo) return `Escalated to ${escalatedTo}`
  return hasOwnerLeft ? 'Unassigned: its owner can no longer decide' : 'Unassigned'
}

/** Who asked: "asked by Ada", or that a rule did, which the kind of the gate names. */
export function openedText({ kind, openedBy }: Pick<GateDetail['gate'], 'kind' | 'openedBy'>): string {
  return kind === 'manual' ? `asked by ${openedBy}` : 'opened automatically'
}

/** "Rejected by Ada on the run’s page", "Approved by Ada and Ben, rejected by Cai on the run’s page". */
export function runReviewText({ by, value, beside }: GateRunReview): string {
  const said = Map.groupBy([{ by, value }, ...beside], (review) => humanWord(review.value))
  const parts = [...said].map(([word, given]) => `${word} by ${listWords(given.map((review) => review.by))}`)
  return `${capital(parts.join(', '))} on the run’s page`
}
