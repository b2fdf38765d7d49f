import { countingApprovals, mayVote } from '@/lib/engine/gate-states/count-approvals'
import { latestDeadline, MAX_EXTENSION_DAYS, MAX_OPEN_DAYS } from '@/lib/engine/gate-states/deadlines'
import type { GateRefusal } from '@/lib/engine/gate-states/gate-status'
import { KEYS_NEVER_DECIDE } from '../authorize'
import { AppError, invalidInput } from '../errors'
import type { Standing } from './gate-standing'

/**
 * Why the states of a gate refuse something, as the error that it ends with. A page that offers no button says the same
 * words. `target`: the field that names a person.
 */
export function refusalError(refusal: GateRefusal, standing: Standing, target = 'userId'): AppError {
  const { status, facts } = standing
  switch (refusal) {
    case 'not_a_person':
      return new AppError('forbidden', KEYS_NEVER_DECIDE)
    case 'author':
      return new AppError('forbidden', `You published ${standing.version.version}, so someone else decides on it.`)
    case 'not_an_authority':
      return new AppError('forbidden', whoDecides(standing))
    case 'stale_evidence':
      return new AppError(
        'stale_evidence',
        'The evidence has changed since you saw it: reload, look again, then decide.',
      )
    case 'closed':
      return closedError(standing)
    case 'deadline_passed':
      return deadlineError(standing)
    case 'voted_already':
      return new AppError('conflict', whoIsMissing(standing))
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
      return invalidInput([{ path: target, message: 'is nobody who may decide this gate' }])
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
      return new AppError('conflict', 'This is done by the clock.')
  }
}

function closedError({ status, ...standing }: Standing): AppError {
  if (status.state === 'timed_out') return deadlineError({ status, ...standing })
  const last = status.votes.at(-1)
  const decided = last ? `${last.name} ${status.state} it at ${last.at.toISOString()}.` : `It is ${status.state}.`
  return new AppError('already_decided', `This gate is closed: ${decided}`)
}

function deadlineError({ status }: Standing): AppError {
  const deadlineAt = new Date(status.deadlineAt).toISOString()
  return new AppError('deadline_passed', `The deadline passed at ${deadlineAt}; nothing was approved.`)
}

function whoDecides({ deciders, facts }: Standing): string {
  const names = deciders.people.filter((person) => mayVote(person.userId, facts)).map((person) => person.name)
  return names.length === 0
    ? 'Nobody who is listed for this chain can decide now: an admin changes the list on the page of the chain.'
    : `This chain lists who decides: ${names.join(', ')}.`
}

function whoIsMissing({ status, facts }: Standing): string {
  const missing = status.quorum - countingApprovals(status, facts).length
  return `You approved it. It waits for ${missing} more, by ${missing === 1 ? 'somebody' : 'people'} else.`
}
