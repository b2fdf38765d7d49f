import { causeOf, isTransient } from './failures'
import { print, untilStopped } from './progress'
import {
  advance,
  newSupervision,
  type PartPlan,
  type Policy,
  type SupervisionAction,
  type SupervisionEvent,
} from './supervision'

/** A started part. */
type Running = {
  address: string
  /** Settles when its process ends, with how it ended. */
  ended: Promise<string>
  stop: () => Promise<void>
}

/** A supervised part. A start that fails, or that `stop` aborts, leaves nothing running. */
export type Part = PartPlan & { start: (stop: AbortSignal, neededAddress: string) => Promise<Running> }

type Life = { abort: AbortController; isOver: Promise<void> }

type Options = {
  /** Called when all parts run: the first time, or again after `afterMs`. */
  onReady: (ready: { isFirst: boolean; afterMs: number }) => void
  policy?: Policy
}

/**
 * Starts the parts and keeps them running until `stop`, then ends them in reverse order. Executes the actions that `advance` decides.
 * @throws the error of a part that has never run and cannot; all others are ended, too
 */
export async function supervise(parts: Part[], stop: AbortSignal, { onReady, policy }: Options): Promise<void> {
  const lives = new Map<string, Life>()
  const timers = new Set<NodeJS.Timeout>()
  const errors = new Map<string, unknown>()
  const refused = Promise.withResolvers<never>()
  let state = newSupervision(parts, policy)

  const send = (event: SupervisionEvent) => {
    const next = advance(state, event, performance.now())
    state = next.state
    for (const action of next.actions) act(action)
  }
  const act = (action: SupervisionAction) => {
    if (action.type === 'print') print(action.line)
    else if (action.type === 'ready') onReady(action)
    else if (action.type === 'refuse') refused.reject(errors.get(action.part))
    else if (action.type === 'wait') wait(action)
    else begin(action)
  }
  const wait = ({ part, attempt, ms }: Extract<SupervisionAction, { type: 'wait' }>) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      send({ type: 'due', part, attempt })
    }, ms)
    timers.add(timer)
  }
  const begin = ({ part: name, attempt, neededAddress }: Extract<SupervisionAction, { type: 'start' }>) => {
    const part = parts.find((one) => one.name === name)
    if (!part) throw new TypeError(`no part is named ${name}`)
    const before = end(lives.get(name))
    const abort = new AbortController()
    lives.set(name, { abort, isOver: before.then(() => live(part, attempt, neededAddress, abort.signal)) })
  }
  /** One start of a part, until its process ends. Never rejects. */
  const live = async (part: Part, attempt: number, neededAddress: string, aborted: AbortSignal) => {
    const news = { part: part.name, attempt }
    try {
      if (aborted.aborted) return
      const running = await part.start(aborted, neededAddress)
      send({ ...news, type: 'started', address: running.address })
      const how = await Promise.race([running.ended, untilStopped(aborted)])
      if (typeof how === 'string') send({ ...news, type: 'ended', how })
      else await running.stop()
    } catch (error) {
      if (aborted.aborted) return
      errors.set(part.name, error)
      send({ ...news, type: 'failed', why: causeOf(error), isTransient: isTransient(error) })
    }
  }

  send({ type: 'begin' })
  try {
    await Promise.race([untilStopped(stop), refused.promise])
  } finally {
    send({ type: 'stop' })
    for (const timer of timers) clearTimeout(timer)
    for (const { name } of parts.toReversed()) await end(lives.get(name))
  }
}

async function end(life: Life | undefined) {
  life?.abort.abort()
  await life?.isOver
}
