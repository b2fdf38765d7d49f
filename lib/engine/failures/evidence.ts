import type { FailureClass } from '@/lib/contracts/primitives'

/** One reason for a class: the text it was read from and the kind of rule that read it. */
export interface FailureEvidence {
  failureClass: FailureClass
  matched: string
  source: 'tool_calls' | 'error_code' | 'http_status' | 'text_code' | 'text_status' | 'phrase' | 'program_error'
}

/** Which class wins among reasons of one kind. A 5xx answer stands above time-outs, a lost connection below them. */
export const CLASS_PRECEDENCE: readonly FailureClass[] = [
  'provider_spend_limit',
  'provider_auth',
  'policy_blocked',
  'rate_limited',
  'invalid_tool_args',
  'missing_target_path',
  'permission_required',
  'timeout',
  'provider_transient',
  'unknown',
]
