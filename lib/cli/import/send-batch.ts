import { ApiError } from '@/lib/api/api-error'
import { type AcceptedRun, ingestRuns } from '@/lib/contracts/ingest'
import type { Send } from '../connection'

export type PlacedRun = { place: string; run: object }
export type Rejection = { place: string; id: string | null; path: string; reason: string }
export type BatchResult = { accepted: AcceptedRun[]; rejected: Rejection[] }

/** The server could not read the body as a whole, which one run in it may be to blame for. */
const ABOUT_THE_BODY = new Set(['too_large', 'malformed_body', 'invalid_input'])

/**
 * Sends runs in one request. A request that is refused as a whole is halved until the run at fault stands alone, so that
 * it does not take its neighbours down.
 */
export async function sendBatch(send: Send, runs: readonly PlacedRun[]): Promise<BatchResult> {
  const [first] = runs
  if (first === undefined) return { accepted: [], rejected: [] }
  try {
    const { accepted, rejected } = await send(ingestRuns, { runs: runs.map(({ run }) => run) })
    return {
      accepted,
      rejected: rejected.map(({ index, id, path, reason }) => ({
        place: runs[index]?.place ?? `run ${index}`,
        id,
        path,
        reason,
      })),
    }
  } catch (error) {
    if (!(error instanceof ApiError) || !ABOUT_THE_BODY.has(error.code)) throw error
    if (runs.length === 1)
      return { accepted: [], rejected: [{ place: first.place, id: idOf(first.run), path: '', reason: error.message }] }
    const middle = Math.ceil(runs.length / 2)
    const left = await sendBatch(send, runs.slice(0, middle))
    const right = await sendBatch(send, runs.slice(middle))
    return { accepted: [...left.accepted, ...right.accepted], rejected: [...left.rejected, ...right.rejected] }
  }
}

function idOf(run: object): string | null {
  return 'id' in run && typeof run.id === 'string' ? run.id : null
}
