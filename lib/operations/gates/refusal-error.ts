import { latestDeadline, MAX_EXTENSION_DAYS, MAX_OPEN_DAYS } from '@/lib/engine/gate-states/deadlines'
import type { GateRefusal } from '@/lib/engine/gate-states/gate-status'
import type { ProjectContext } from '../context'
import { AppError, invalidInput } from '../errors'
import type { Standing } from './gate-standing'
import { mayJudge } from './may-decide'

/** Why the states of a gate refuse something, as an error with words. `target`: the field that names a person. */
export function refusalError(
  refusal: GateRefusal,
  ctx: Pick<ProjectContext, 'actor' | 'role'>,
  standing: Standing,
  target = 'userId',
): AppError {
  const { status, facts } = standing
  switch (refusal) {
    case 'not_a_person':
    case 'author':
    case 'not_an_authority':
      return new AppError('forbidden', mayJudge(ctx, standing).why ?? 'this gate is not yours to decide')
    case 'stale_evidence':
      return new AppError(
        'stale_evidence',
        'the evidence has changed since you saw it: reload, look again, then decide',
      )
    case 'closed':
      return new AppError('already_decided', 'this gate is closed')
    case 'deadline_passed':
      return new AppError('deadline_passed', 'the deadline has passed; nothing was approved')
    case 'voted_already':
      return new AppError('conflict', 'you have voted on this evidence already')
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
      return new AppError('conflict', facts.dependent ?? 'something newer depends on this decision')
    case 'nothing_to_reverse':
      return new AppError('conflict', 'there is no decision to take back')
    case 'reversed_already':
      return new AppError('conflict', 'the decision was taken back already')
    case 'not_a_job':
    case 'not_due':
    case 'warned_already':
      return new AppError('conflict', 'this is done by the clock')
  }
}
