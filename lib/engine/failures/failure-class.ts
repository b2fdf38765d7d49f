import type { FailureClass } from '@/lib/contracts/primitives'

/** How a dependent looks at a failed task; it decides the share of dependencies that must have completed. */
export type FailureMode = 'timeout' | 'rate-limit' | 'error' | 'quality' | 'hollow' | 'cascade'

/** What a class means for recovery: whether a retry by itself can help, and the error type shown. */
export interface FailureProfile {
  retryable: boolean
  errorType: 'timeout' | '429' | '402' | 'error'
  failureMode: FailureMode
}

const permanent = { retryable: false, errorType: 'error', failureMode: 'error' } as const

/** The ten failure classes with retryability, error type and failure mode. */
export const FAILURE_PROFILES: Readonly<Record<FailureClass, FailureProfile>> = {
  timeout: { retryable: true, errorType: 'timeout', failureMode: 'timeout' },
  rate_limited: { retryable: true, errorType: '429', failureMode: 'rate-limit' },
  provider_transient: { retryable: true, errorType: 'error', failureMode: 'error' },
  provider_spend_limit: { retryable: false, errorType: '402', failureMode: 'rate-limit' },
  provider_auth: permanent,
  policy_blocked: permanent,
  invalid_tool_args: permanent,
  missing_target_path: permanent,
  permission_required: permanent,
  unknown: permanent,
}
