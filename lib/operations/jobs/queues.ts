/** The queues of timed work on gates. The deadline is also covered by a sweep, so that a lost job delays and never decides. */
export const GATE_DEADLINE = 'gate-deadline'
export const GATE_SWEEP = 'gate-sweep'

/** The queue of samples to be made. Made twice, nothing is there twice. */
export const SAMPLE_LOAD = 'sample-load'

/** The queues of dead letters: at the hour of a retry or the end of a lease, and a sweep that finds what an alarm missed. */
export const DEAD_LETTER_RETRY = 'dead-letter-retry'
export const DEAD_LETTER_SWEEP = 'dead-letter-sweep'

export const queues = [GATE_DEADLINE, GATE_SWEEP, SAMPLE_LOAD, DEAD_LETTER_RETRY, DEAD_LETTER_SWEEP] as const

export type GateDeadlineJob = { projectId: string; gateId: string }
export type DeadLetterJob = { projectId: string; deadLetterId: string }
export type SampleLoadJob = { projectId: string; askedAt: string }
