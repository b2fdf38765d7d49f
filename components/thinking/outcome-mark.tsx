import { StatusMark } from '@/components/pieces/status-mark'
import type { Status } from '@/components/pieces/status-shape'
import type { StepOutcome } from '@/lib/contracts/thinking/sequential-thinking-qa'
import { stepOutcomeLabels } from '@/lib/format/thinking-labels'

const statuses: Record<StepOutcome, Status> = {
  success: 'pass',
  failure: 'fail',
  multiple_options: 'review',
  inconclusive: 'unknown',
}

/** What the agent said of the step, by shape and word. */
export function OutcomeMark({ outcome, className }: { outcome: StepOutcome; className?: string }) {
  return <StatusMark status={statuses[outcome]} word={stepOutcomeLabels[outcome]} className={className} />
}
