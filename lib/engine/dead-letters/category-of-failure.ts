import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'
import type { FailureClass } from '@/lib/contracts/primitives'

const CATEGORY_OF_CLASS: Readonly<Record<FailureClass, DeadLetterCategory>> = {
  timeout: 'TRANSIENT',
  provider_transient: 'TRANSIENT',
  rate_limited: 'RATE_LIMITED',
  invalid_tool_args: 'VALIDATION',
  missing_target_path: 'PERMANENT',
  permission_required: 'PERMANENT',
  policy_blocked: 'PERMANENT',
  provider_auth: 'PERMANENT',
  provider_spend_limit: 'PERMANENT',
  unknown: 'INTERNAL',
}

/** Returns the category of a dead letter whose failure has this class. What is not recognized waits for a person. */
export function categoryOfFailure(failureClass: FailureClass): DeadLetterCategory {
  return CATEGORY_OF_CLASS[failureClass]
}
