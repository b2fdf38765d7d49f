import type { GateDetail } from '@/lib/contracts/gates'
import {
  countingApprovals,
  gatePermissions,
  latestDeadline,
  MAX_EXTENSION_DAYS,
  MAX_OPEN_DAYS,
  mayVote,
} from '@/lib/engine/gate-states/apply-gate-event'
import type { GateActor, GateRefusal } from '@/lib/engine/gate-states/gate-status'
import { deletionRefusal, KEYS_NEVER_DECIDE, scopeRefusal } from '../authorize'
import type { Actor, ProjectContext } from '../context'
import { AppError, invalidInput } from '../errors'
import type { GateState } from './state'

type Permission = GateDetail['mayDecide']
type Permissions = Pick<GateDetail, 'mayDecide' | 'mayExtend' | 'mayMove' | 'mayUndo'>

/**
 * What the caller may do with the gate now, and otherwise why not: first the scope and the project's deletion, then the gate's
 * state machine. The messages are those an attempt would be refused with.
 */
export function permissionsOf(
  { actor, role, project }: Pick<ProjectContext, 'actor' | 'role' | 'project'>,
  gateState: GateState,
): Permissions {
  const withoutScope = scopeRefusal(actor, role, 'decide') ?? deletionRefusal(project)
  const refusals = gatePermissions(gateState.status, gateActorOf(actor), gateState.facts)
  const permit = (refusal: keyof typeof refusals): Permission => {
    const refused = refusals[refusal]
    const error = withoutScope ?? (refused && refusalError(refused, gateState))
    return { allowed: error === null, why: error?.message ?? null }
  }
  return { mayDecide: permit('decide'), mayExtend: permit('extend'), mayMove: permit('move'), mayUndo: permit('undo') }
}

/**
 * Converts a refusal of the state machine into an error. Pages show the same message next to an action that is not allowed.
 * `target`: the input field that names a person.
 */
export function refusalError(refusal: GateRefusal, gateState: GateState, target = 'userId'): AppError {
  const { status, facts } = gateState
  switch (refusal) {
    case 'not_a_person':
      return new AppError('forbidden', KEYS_NEVER_DECIDE)
    case 'author':
      return new AppError('forbidden', `You published ${gateState.version.version}, so someone else decides on it.`)
    case 'not_an_authority':
      return new AppError('forbidden', whoDecides(gateState))
    case 'stale_evidence':
      return new AppError(
        'stale_evidence',
        'The evidence has changed since you saw it: reload, look again, then decide.',
      )
    case 'closed':
      return closedError(gateState)
    case 'deadline_passed':
      return deadlineError(gateState)
    case 'voted_already':
      return new AppError('conflict', whoIsMissing(gateState))
    case 'reason_needed':
      return invalidInput([{ path: 'reason', message: 'is needed: this goes on record' }])
    case 'not_later':
      return invalidInput([{ path: 'deadlineAt', message: 'must be later than the present deadline' }])
    case 'too_late': {
      const latest = new Date(latestDeadline(status)).toISOString()
      const rule = `at most ${MAX_EXTENSION_DAYS} days at a time, and ${MAX_OPEN_DAYS} days after it was opened`
      return invalidInput([{ path: 'deadlineAt', message: `must not be later than ${latest}: ${rule}` }])
    }
    case 'not_eligible':
      return invalidInput([{ path: target, message: 'may not decide this gate' }])
    case 'something_newer':
      return new AppError('conflict', facts.dependent ?? 'Something newer depends on this decision.')
    case 'nothing_to_reverse':
      return new AppError(
        'conflict',
        status.state === 'pending'
          ? 'Nothing is decided yet.'
          : 'A time-out cannot be undone; open a fresh gate instead.',
      )
    case 'reversed_already':
      return new AppError('conflict', 'The decision was taken back already.')
    case 'not_a_job':
    case 'not_due':
    case 'warned_already':
      return new AppError('conflict', 'Only a scheduled job does this.')
  }
}

function closedError({ status, ...gateState }: GateState): AppError {
  if (status.state === 'timed_out') return deadlineError({ status, ...gateState })
  const last = status.votes.at(-1)
  const decided = last ? `${last.name} ${status.state} it at ${last.at.toISOString()}.` : `It is ${status.state}.`
  return new AppError('already_decided', `This gate is closed: ${decided}`)
}

function deadlineError({ status }: GateState): AppError {
  const deadlineAt = new Date(status.deadlineAt).toISOString()
  return new AppError('deadline_passed', `The deadline passed at ${deadlineAt}; nothing was approved.`)
}

function whoDecides({ approvers, facts }: GateState): string {
  const names = approvers.people.filter((person) => mayVote(person.userId, facts)).map((person) => person.name)
  return names.length === 0
    ? 'Nobody who is listed for this chain can decide now: an admin changes the list on the page of the chain.'
    : `This chain lists who decides: ${names.join(', ')}.`
}

function whoIsMissing({ status, facts }: GateState): string {
  const missing = status.quorum - countingApprovals(status, facts).length
  return `You approved it. It needs ${missing} more ${missing === 1 ? 'approval, from someone else' : 'approvals, from other people'}.`
}

/** Maps the actor of a request to the kinds that the state machine distinguishes. */
export function gateActorOf(actor: Actor): GateActor {
  if (actor.kind === 'user') return { kind: 'person', id: actor.userId }
  return { kind: actor.kind === 'system' ? 'job' : 'key' }
}
