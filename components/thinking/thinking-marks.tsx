import { type Status, StatusMark } from '@/components/domain-ui/status-mark'
import type { SessionState } from '@/lib/contracts/thinking/sessions'
import type { StepOutcome } from '@/lib/contracts/thinking/think'

export const sessionStateLabels: Record<SessionState, string> = {
  open: 'Active',
  finished: 'Finished',
  cleared: 'Cleared',
}
const sessionStatuses: Record<SessionState, Status> = { open: 'running', finished: 'completed', cleared: 'cancelled' }

/** State of a session, by shape and word. */
export function SessionStateMark({ state }: { state: SessionState }) {
  return <StatusMark status={sessionStatuses[state]} word={sessionStateLabels[state]} />
}

const stepOutcomeLabels: Record<StepOutcome, string> = {
  success: 'Success',
  failure: 'Failure',
  multiple_options: 'Several options',
  inconclusive: 'Inconclusive',
}

const outcomeStatuses: Record<StepOutcome, Status> = {
  success: 'pass',
  failure: 'fail',
  multiple_options: 'review',
  inconclusive: 'unknown',
}

/** Outcome of a step as the agent reported it, by shape and word. */
export function OutcomeMark({ outcome, className }: { outcome: StepOutcome; className: string }) {
  return <StatusMark status={outcomeStatuses[outcome]} word={stepOutcomeLabels[outcome]} className={className} />
}
