import type { StepOutcome } from '@/lib/contracts/thinking/sequential-thinking-qa'
import type { SessionState } from '@/lib/contracts/thinking/sessions'

export const sessionStateLabels: Record<SessionState, string> = {
  open: 'Going on',
  finished: 'Finished',
  cleared: 'Cleared',
}

export const stepOutcomeLabels: Record<StepOutcome, string> = {
  success: 'Success',
  failure: 'Failure',
  multiple_options: 'Several options',
  inconclusive: 'Inconclusive',
}
