/** A supervised part. `needs` names the part whose address it uses. */
export type PartPlan = { name: string; needs?: string }

export type Policy = {
  /** Minimum delays between two starts, indexed by the number of failures; the last one applies from then on. */
  delaysMs: number[]
  /** Each such time that a part ran removes one failure. */
  forgivenMs: number
}

/** All failures are cleared after a healthy minute. */
const usualPolicy: Policy = { delaysMs: [0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000], forgivenMs: 10_000 }

type PartState = PartPlan & {
  phase: 'waiting' | 'starting' | 'running' | 'backing off'
  /** The number of its latest start: events of an earlier one are ignored. */
  attempt: number
  startedAt: number
  failures: number
  /** When it started running; null until it ran for the first time. */
  runsSince: number | null
  address: string | null
}

export type Supervision = {
  parts: PartState[]
  policy: Policy
  wasReady: boolean
  /** Since when not all parts run. */
  troubleSince: number | null
  isOver: boolean
}

/** An event. `attempt` is the start of the part that it concerns. */
export type SupervisionEvent =
  | { type: 'begin' }
  | { type: 'started'; part: string; attempt: number; address: string }
  | { type: 'failed'; part: string; attempt: number; why: string; isTransient: boolean }
  | { type: 'ended'; part: string; attempt: number; how: string }
  | { type: 'due'; part: string; attempt: number }
  | { type: 'stop' }

/** An action to take. `start` implies ending what is left of the earlier start first. */
export type SupervisionAction =
  | { type: 'start'; part: string; attempt: number; neededAddress: string }
  | { type: 'wait'; part: string; attempt: number; ms: number }
  | { type: 'print'; line: string }
  | { type: 'ready'; isFirst: boolean; afterMs: number }
  | { type: 'refuse'; part: string }

export function newSupervision(plans: PartPlan[], policy: Policy = usualPolicy): Supervision {
  const parts = plans.map((plan) => ({
    ...plan,
    phase: 'waiting' as const,
    attempt: 0,
    startedAt: 0,
    failures: 0,
    runsSince: null,
    address: null,
  }))
  return { parts, policy, wasReady: false, troubleSince: null, isOver: false }
}

type Advance = { state: Supervision; actions: SupervisionAction[] }

/**
 * Returns the next state and the actions to take. Parts are independent: one that ended or did not start is retried with backoff, whatever
 * the others do. Only a permanent failure of a part that has never run refuses the whole start, so that an invalid setting is reported
 * immediately.
 */
export function advance(state: Supervision, event: SupervisionEvent, now: number): Advance {
  if (state.isOver) return { state, actions: [] }
  if (event.type === 'stop') return { state: { ...state, isOver: true }, actions: [] }
  if (event.type === 'begin') return startAll(state, now, (part) => part.needs === undefined)
  const part = state.parts.find(({ name, attempt }) => name === event.part && attempt === event.attempt)
  if (!part) return { state, actions: [] }
  switch (event.type) {
    case 'started':
      return afterStart(state, part, event.address, now)
    case 'failed':
      if (!event.isTransient && part.runsSince === null) {
        return { state: { ...state, isOver: true }, actions: [{ type: 'refuse', part: part.name }] }
      }
      // A start that failed is never retried without a delay.
      return backOff(state, part, Math.max(1, part.failures), `${part.name} cannot start: ${event.why}`, now)
    case 'ended':
      return backOff(state, part, failuresLeft(state, part, now), `${part.name} ended: ${event.how}`, now)
    case 'due':
      return startAll(state, now, ({ name }) => name === part.name)
  }
}

function afterStart(before: Supervision, part: PartState, address: string, now: number): Advance {
  const hasMoved = part.address !== null && part.address !== address
  const state = change(before, { ...part, phase: 'running', runsSince: now, address })
  const dependents = startAll(state, now, ({ needs, phase }) => {
    if (needs !== part.name) return false
    return phase === 'waiting' || (hasMoved && phase !== 'backing off')
  })
  if (!dependents.state.parts.every(({ phase }) => phase === 'running')) return dependents
  const ready = { type: 'ready' as const, isFirst: !state.wasReady, afterMs: now - (state.troubleSince ?? now) }
  return { state: { ...dependents.state, wasReady: true, troubleSince: null }, actions: [ready] }
}

function startAll(before: Supervision, now: number, isMeant: (part: PartState) => boolean): Advance {
  const actions: SupervisionAction[] = []
  let state = before
  for (const part of before.parts.filter(isMeant)) {
    const attempt = part.attempt + 1
    const neededAddress = state.parts.find(({ name }) => name === part.needs)?.address ?? ''
    state = change(state, { ...part, phase: 'starting', attempt, startedAt: now })
    actions.push({ type: 'start', part: part.name, attempt, neededAddress })
  }
  return { state, actions }
}

function backOff(before: Supervision, part: PartState, failures: number, what: string, now: number): Advance {
  const { delaysMs } = before.policy
  const last = delaysMs.length - 1
  const ms = Math.max(0, (delaysMs[Math.min(failures, last)] ?? 0) - (now - part.startedAt))
  const state = change(before, { ...part, phase: 'backing off', failures: Math.min(failures + 1, last) })
  const next = ms === 0 ? 'starting it again' : `trying again in ${Math.ceil(ms / 1000)} s`
  return {
    state: { ...state, troubleSince: state.troubleSince ?? now },
    actions: [
      { type: 'print', line: `! ${what}; ${next}` },
      { type: 'wait', part: part.name, attempt: part.attempt, ms },
    ],
  }
}

function failuresLeft({ policy }: Supervision, { failures, runsSince }: PartState, now: number) {
  return Math.max(0, failures - Math.floor((now - (runsSince ?? now)) / policy.forgivenMs))
}

function change(state: Supervision, changed: PartState): Supervision {
  return { ...state, parts: state.parts.map((part) => (part.name === changed.name ? changed : part)) }
}
