import type { DeliveryState, EndpointView, WebhookEventType, WebhookForm } from '@/lib/contracts/webhooks'

/** When each event is sent, for the form. */
export const webhookEventHints: Record<WebhookEventType, string> = {
  'run.scored': 'Every live run. Can be frequent.',
  'run.needs_review': 'A live run is flagged for a person.',
  'regression.detected': 'A version turns out worse than the one before.',
  'gate.opened': 'A question is waiting for a person.',
  'gate.warning': 'A gate is about to time out.',
  'gate.approved': 'A person approved.',
  'gate.rejected': 'A person rejected. Includes the version to roll back to.',
  'gate.timed_out': 'No decision in time. Nothing is approved.',
  'gate.reversed': 'A decision was taken back.',
  'failure.regressed': 'A kind of failure came back after it was resolved.',
  'failure.escalated': 'A kind of failure occurs more often than before.',
  'brief.ready': 'A run or gate was rejected, or a failure came back or was assigned: a brief of what to fix is ready.',
  'brief.withdrawn': 'A rejection that a brief was sent for was taken back or replaced.',
  'dlq.added': 'An operation failed permanently.',
  'weekly.published': 'The weekly report is out.',
}

export const webhookFormLabels: Record<WebhookForm, string> = {
  standard: 'Standard Webhooks',
  slack: 'Slack-compatible',
}

export const deliveryStateLabels: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** Names the state of an endpoint by its last delivery. One that has sent nothing is unknown, not healthy. */
export function endpointState({ isEnabled, last }: EndpointView): {
  word: string
  status: 'pass' | 'fail' | 'review' | 'unknown'
} {
  if (!isEnabled) return { word: 'Off', status: 'unknown' }
  if (!last) return { word: 'Nothing sent yet', status: 'unknown' }
  if (last.status === 'delivered') return { word: 'Delivering', status: 'pass' }
  return last.status === 'failed' ? { word: 'Failing', status: 'fail' } : { word: 'Retrying', status: 'review' }
}
