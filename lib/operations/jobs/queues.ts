/** The queues of timed work. Each is also covered by a sweep, so that a lost job delays and never decides. */
export const GATE_DEADLINE = 'gate-deadline'
export const GATE_SWEEP = 'gate-sweep'

export const queues = [GATE_DEADLINE, GATE_SWEEP] as const

export type GateDeadlineJob = { projectId: string; gateId: string }
