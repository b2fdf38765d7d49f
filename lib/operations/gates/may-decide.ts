import { countingApprovals, hasVoted, mayVote } from '@/lib/engine/gate-states/count-approvals'
import { roleHolds } from '../authorize'
import type { ProjectContext } from '../context'
import type { Standing } from './gate-standing'

export type Permission = { allowed: boolean; why: string | null }
type Asking = Pick<ProjectContext, 'actor' | 'role'>

const YES: Permission = { allowed: true, why: null }
const no = (why: string): Permission => ({ allowed: false, why })

/** Whether this person may decide on anything about this version: who the chain lists, or reviewers and admins; never its author. */
export function mayJudge({ actor, role }: Asking, { version, facts, deciders }: Standing): Permission {
  if (actor.kind !== 'user') return no('Agents and API keys never decide: a person does, in the browser.')
  if (!role || !roleHolds(role, 'decide'))
    return no(`As a ${role ?? 'guest'} you can read this gate. A reviewer or an admin decides.`)
  if (facts.authorIds.includes(actor.userId))
    return no(`You published ${version.version}, so someone else decides on it.`)
  if (mayVote(actor.userId, facts)) return YES
  const names = deciders.people.filter((person) => mayVote(person.userId, facts)).map((person) => person.name)
  return names.length === 0
    ? no('Nobody who is listed for this chain can decide now: an admin changes the list on the page of the chain.')
    : no(`This chain lists who decides: ${names.join(', ')}.`)
}

/** Whether who asks may approve or reject this gate now, and if not, why. */
export function mayDecide(ctx: Asking, standing: Standing): Permission {
  const closed = whyNotOpen(standing)
  if (closed) return no(closed)
  const judged = mayJudge(ctx, standing)
  const { status, facts } = standing
  if (!judged.allowed || ctx.actor.kind !== 'user' || !hasVoted(status, ctx.actor.userId, facts.digest)) return judged
  const missing = status.quorum - countingApprovals(status, facts).length
  return no(`You approved it. It waits for ${missing} more, by ${missing === 1 ? 'somebody' : 'people'} else.`)
}

/** Whether who asks may move the deadline. */
export function mayExtend(ctx: Asking, standing: Standing): Permission {
  const closed = whyNotOpen(standing)
  return closed ? no(closed) : mayJudge(ctx, standing)
}

/** Whether who asks may give the gate to somebody. */
export function mayMove({ actor, role }: Asking, standing: Standing): boolean {
  return whyNotOpen(standing) === null && actor.kind === 'user' && role !== null && roleHolds(role, 'decide')
}

/** Whether who asks may take the decision back. A time-out is nobody's decision and stays. */
export function mayUndo(ctx: Asking, standing: Standing): Permission {
  const { status, facts } = standing
  if (status.state === 'pending') return no('Nothing is decided yet.')
  if (status.state === 'timed_out') return no('A time-out cannot be undone; open a fresh gate instead.')
  if (status.reversed) return no('The decision was taken back already.')
  const judged = mayJudge(ctx, standing)
  return judged.allowed && facts.dependent !== null ? no(facts.dependent) : judged
}

function whyNotOpen({ status, facts }: Standing): string | null {
  if (status.state !== 'pending') return 'This gate is closed.'
  return facts.now >= status.deadlineAt ? 'The deadline has passed.' : null
}
