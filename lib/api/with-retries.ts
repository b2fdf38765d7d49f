import { ApiError } from './api-error'

/** How to wait, and where to say why. */
type Patience = { sleep: (ms: number) => Promise<void>; note: (line: string) => void }

const DELAYS_S = [0.5, 1, 2, 4, 8, 16]
const LONGEST_WAIT_S = 120
const RETRYABLE_STATUS = new Set([429, 502, 503, 504])
const HOPELESS_CODE = /^(?:ENOTFOUND|CERT_.*|.*SELF_SIGNED.*|UNABLE_TO_.*|ERR_TLS_CERT_.*|ERR_SSL_.*)$/

/**
 * Repeats a call that the server could not take just now (429, 502, 503, 504), or that did not get through where the next
 * one may, at most six times: after the seconds that the server names, else after half a second, doubling. Only for calls that may arrive twice.
 */
export async function withRetries<T>({ sleep, note }: Patience, work: () => Promise<T>): Promise<T> {
  for (const delayS of DELAYS_S) {
    try {
      return await work()
    } catch (error) {
      if (!isTemporary(error)) throw error
      const waitS = Math.min(error.retryAfterS ?? delayS, LONGEST_WAIT_S)
      note(`${error.message}; trying again in ${waitS} s`)
      await sleep(waitS * 1000)
    }
  }
  return work()
}

/** Whether the same call may succeed a little later. */
export function isTemporary(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  return error.code === 'network' ? !isHopeless(error.cause) : RETRYABLE_STATUS.has(error.status)
}

/** A name that there is not, a certificate that is refused, or a wait that was long already: the next try ends the same. */
function isHopeless(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  if (cause.name === 'TimeoutError' || cause.message === 'bad port') return true
  if ('code' in cause && HOPELESS_CODE.test(String(cause.code))) return true
  return isHopeless(cause.cause)
}
