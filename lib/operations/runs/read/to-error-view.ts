import type { RunDetail } from '@/lib/contracts/run-detail'
import { runError } from '@/lib/contracts/run-input'

/** A stored error as it is shown; null when there was none. */
export function toErrorView(stored: unknown): RunDetail['error'] {
  if (stored === null || stored === undefined) return null
  const error = runError.parse(stored)
  if (typeof error === 'string') return { message: error, code: null, httpStatus: null, type: null }
  const code = error.code === undefined ? null : String(error.code)
  return { message: error.message, code, httpStatus: error.httpStatus ?? null, type: error.type ?? null }
}
