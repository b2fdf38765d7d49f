/** The queues of timed work on gates: warning and deadline. A sweep covers both, so that a lost job delays and never decides. */
export const GATE_DEADLINE = 'gate-deadline'
export const GATE_SWEEP = 'gate-sweep'

/** The queue of samples to be made. Made twice, nothing is there twice. */
export const SAMPLE_LOAD = 'sample-load'

/** The queues of dead letters: at the hour of a retry or the end of a lease, and a sweep that finds what an alarm missed. */
export const DEAD_LETTER_RETRY = 'dead-letter-retry'
export const DEAD_LETTER_SWEEP = 'dead-letter-sweep'

/** The queues of webhooks: one endpoint has something due, and a sweep that finds what an alarm missed. */
export const WEBHOOK_DELIVER = 'webhook-deliver'
export const WEBHOOK_SWEEP = 'webhook-sweep'

/** The queues of mail: a project has some due, and a sweep that finds what an alarm missed. */
export const MAIL_SEND = 'mail-send'
export const MAIL_SWEEP = 'mail-sweep'

/** The queue that each hour removes what has been kept for long enough. */
export const PRUNE = 'prune'

/** The queues of trials: the next run to be made, and a sweep that finds the trials of who was cut off. */
export const TRIAL_RUN = 'trial-run'
export const TRIAL_SWEEP = 'trial-sweep'

/** The queue that each hour looks for projects whose week is over and has no page. */
export const WEEKLY_SWEEP = 'weekly-sweep'

export const queues = [
  GATE_DEADLINE,
  GATE_SWEEP,
  SAMPLE_LOAD,
  DEAD_LETTER_RETRY,
  DEAD_LETTER_SWEEP,
  WEBHOOK_DELIVER,
  WEBHOOK_SWEEP,
  MAIL_SEND,
  MAIL_SWEEP,
  PRUNE,
  TRIAL_RUN,
  TRIAL_SWEEP,
  WEEKLY_SWEEP,
] as const

export type GateDeadlineJob = { projectId: string; gateId: string }
export type DeadLetterJob = { projectId: string; deadLetterId: string }
export type MailSendJob = { projectId: string }
export type WebhookDeliverJob = { projectId: string; endpointId: string }
export type SampleLoadJob = { projectId: string; askedAt: string }
