import type { SessionState } from '@/lib/contracts/thinking/sessions'
import type { StepOutcome } from '@/lib/contracts/thinking/think'

export const sessionStateLabels: Record<SessionState, string> = {
  open: 'Active',
  finished: 'Finished',
  cleared: 'Cleared',
}

export const stepOutcomeLabels: Record<StepOutcome, string> = {
  success: 'Success',
  failure: 'Failure',
  multiple_options: 'Several options',
  inconclusive: 'Inconclusive',
}
