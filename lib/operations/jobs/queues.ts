/** The queues of timed work on gates. The deadline is also covered by a sweep, so that a lost job delays and never decides. */
export const GATE_DEADLINE = 'gate-deadline'
export const GATE_SWEEP = 'gate-sweep'

/** The queue of samples to be made. Made twice, nothing is there twice. */
export const SAMPLE_LOAD = 'sample-load'

export const queues = [GATE_DEADLINE, GATE_SWEEP, SAMPLE_LOAD] as const

export type GateDeadlineJob = { projectId: string; gateId: string }
export type SampleLoadJob = { projectId: string; askedAt: string }
