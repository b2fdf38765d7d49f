import { ApiError } from './api-error'

type Fetch = typeof globalThis.fetch

/** The address of a desk without its trailing slashes, or undefined if it is not an http address. */
export function toBaseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** For programs, to which anything may answer: follows no redirect, and fails an answer that would exhaust memory. */
export const clientFetch = (send: Fetch = globalThis.fetch): Fetch => bounded(unredirected(send))

/** Follows no redirect, which would send runs to a host that nobody named. */
export function unredirected(send: Fetch): Fetch {
  return async (address, init) => {
    const response = await send(address, { ...init, redirect: 'manual' })
    const { status, headers } = response
    if (status < 300 || status >= 400) return response
    await response.body?.cancel()
    const location = headers.get('location') ?? ''
    const goal = URL.canParse(location, String(address)) ? new URL(location, String(address)).origin : 'elsewhere'
    throw new ApiError('unexpected_answer', status, `the server redirects to ${goal}, which is not followed`)
  }
}

/** More than any answer that is not streamed. */
const MAX_ANSWER_BYTES = 256 * 1024 ** 2

/** Counts an answer after it is unpacked. */
function bounded(send: Fetch): Fetch {
  return async (address, init) => {
    const response = await send(address, init)
    let size = 0
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        size += chunk.byteLength
        if (size <= MAX_ANSWER_BYTES) out.enqueue(chunk)
        else out.error(new ApiError('unexpected_answer', response.status, 'the answer is larger than 256 MiB'))
      },
    })
    return new Response(response.body?.pipeThrough(counting) ?? null, response)
  }
}

/** Longer than any answer takes; without it a hanging desk would block a CI job for an hour. */
const LONGEST_ANSWER_S = 180

/** Ends a request that is aborted, or gets no answer in time. @throws ApiError `network`, which is not retried, for the latter */
export async function inTime<T>(stop: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(LONGEST_ANSWER_S * 1000)
  try {
    return await work(stop ? AbortSignal.any([stop, timeout]) : timeout)
  } catch (error) {
    if (!timeout.aborted || stop?.aborted) throw error
    throw new ApiError('network', 0, `the server gave no answer within ${LONGEST_ANSWER_S} s`, { cause: error })
  }
}
