import { ApiError } from './api-error'

/** How to wait, and where to say why. */
type Patience = { sleep: (ms: number) => Promise<void>; note: (line: string) => void }

const DELAYS_S = [0.5, 1, 2, 4, 8, 16]
const LONGEST_WAIT_S = 120
const RETRYABLE_STATUS = new Set([429, 502, 503, 504])

/**
 * Repeats a call that the server could not take just now (429, 502, 503, 504) or that did not get through, at most six
 * times: after the seconds that the server names, else after half a second, doubling. Only for calls that may arrive twice.
 */
export async function withRetries<T>({ sleep, note }: Patience, work: () => Promise<T>): Promise<T> {
  for (const delayS of DELAYS_S) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error)) throw error
      const waitS = Math.min(error.retryAfterS ?? delayS, LONGEST_WAIT_S)
      note(`${error.message}; trying again in ${waitS} s`)
      await sleep(waitS * 1000)
    }
  }
  return work()
}

function isRetryable(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.code === 'network' || RETRYABLE_STATUS.has(error.status))
}
