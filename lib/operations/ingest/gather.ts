import { isShort } from '@/lib/engine/json/is-short'
import { AppError } from '../errors'
import { toAppError } from '../to-app-error'

/** Items in a batch at most: one transaction stores about this many in the time of two or three alone. */
const BATCH_MAX = 50
/** Batches of one caller in flight: one is read and scored while the other commits. */
const IN_FLIGHT_MAX = 2
/** The second batch waits at most this long to become as large as the first: every batch has the same statements, however few its items. */
const FILL_WAIT_MS = 25
/** Longer bodies are stored alone, so that no short one waits for them; in characters. */
const SHORT_MAX = 32_000
/** Characters that a value costs besides its own. */
const VALUE_COST = 8
/** Beyond this queue length callers are told to retry: they would wait for seconds while their bodies occupy memory. */
const QUEUE_MAX = 1_000
/** Errors that apply to every item of a batch, so that retrying one by one would only repeat them. */
const BATCH_WIDE_CODES: ReadonlySet<string> = new Set([
  'unavailable',
  'rate_limited',
  'forbidden',
  'unauthorized',
  'not_found',
])

/** Whether a body is short enough to be gathered. */
export const isGathered = (body: unknown): boolean => isShort(body, SHORT_MAX, VALUE_COST)

/**
 * Stores items in one go, and returns the result of each. Null: others of the batch spoilt it, so it is tried alone. One item alone always
 * has a result.
 */
type Store<T, R> = (items: readonly T[]) => Promise<readonly (R | null)[]>

type Waiting<T, R> = { item: T; since: number; resolve: (result: R) => void; reject: (error: unknown) => void }

/** `inFlight`: the sizes of the batches that are being stored. */
type Caller<T, R> = {
  waiting: Waiting<T, R>[]
  inFlight: number[]
  timer?: ReturnType<typeof setTimeout> | undefined
}

/**
 * Batches what is sent one by one. Items that arrive while earlier ones of the same caller are being stored are queued, then stored
 * together: many connections share a commit, and a single item waits for no one. Each call resolves after its own commit, with the result
 * it would have had alone. The only state between requests is the queue.
 */
export function makeGatherer<T, R>(store: Store<T, R>): (caller: string, item: T) => Promise<R> {
  const callers = new Map<string, Caller<T, R>>()

  function gather(key: string, item: T): Promise<R> {
    const caller = callers.get(key) ?? { waiting: [], inFlight: [] }
    if (caller.waiting.length >= QUEUE_MAX)
      return Promise.reject(new AppError('unavailable', 'too many runs at once: send it again shortly', [], 1))
    callers.set(key, caller)
    const result = new Promise<R>((resolve, reject) => {
      caller.waiting.push({ item, since: performance.now(), resolve, reject })
    })
    storeNext(key, caller)
    return result
  }

  function storeNext(key: string, caller: Caller<T, R>): void {
    const [oldest] = caller.waiting
    if (!oldest) {
      if (caller.inFlight.length === 0) callers.delete(key)
      return
    }
    const { inFlight, waiting } = caller
    if (inFlight.length >= IN_FLIGHT_MAX) return
    const fillWaitMs = oldest.since + FILL_WAIT_MS - performance.now()
    if (waiting.length < (inFlight[0] ?? 0) && fillWaitMs > 0) {
      caller.timer ??= setTimeout(() => {
        caller.timer = undefined
        storeNext(key, caller)
      }, fillWaitMs)
      return
    }
    clearTimeout(caller.timer)
    caller.timer = undefined
    const batch = waiting.splice(0, BATCH_MAX)
    inFlight.push(batch.length)
    void storeBatch(store, batch).then(() => {
      inFlight.splice(inFlight.indexOf(batch.length), 1)
      storeNext(key, caller)
    })
  }

  return gather
}

/** Never throws: every item gets its own result. */
async function storeBatch<T, R>(store: Store<T, R>, batch: readonly Waiting<T, R>[]): Promise<void> {
  try {
    const results = await store(batch.map(({ item }) => item))
    for (const [index, waiting] of batch.entries()) {
      const result = results[index] ?? null
      if (result !== null) waiting.resolve(result)
      else await storeAlone(store, waiting)
    }
  } catch (error) {
    if (batch.length === 1 || BATCH_WIDE_CODES.has(toAppError(error).code))
      for (const { reject } of batch) reject(error)
    else for (const waiting of batch) await storeAlone(store, waiting)
  }
}

async function storeAlone<T, R>(store: Store<T, R>, { item, resolve, reject }: Waiting<T, R>): Promise<void> {
  try {
    const [result = null] = await store([item])
    if (result === null) throw new Error('nothing came of it alone either')
    resolve(result)
  } catch (error) {
    reject(error)
  }
}
