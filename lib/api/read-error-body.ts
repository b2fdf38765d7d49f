import type { z } from 'zod'
import type { errorBody } from '../contracts/errors'
import { isRecord } from '../contracts/is-record'

type ErrorOfBody = z.output<typeof errorBody>['error']

/** The error of a body that is ours, null for any other. By hand, since it is on every page and the schema's library is not. */
export function readErrorBody(body: unknown): ErrorOfBody | null {
  const error = fieldsOf(fieldsOf(body).error)
  const { code, message, requestId, issues } = error
  if (typeof code !== 'string' || typeof message !== 'string' || typeof requestId !== 'string') return null
  if (!Array.isArray(issues)) return null
  const read = issues.flatMap((issue: unknown) => {
    const { path, message } = fieldsOf(issue)
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : []
  })
  return read.length === issues.length ? { code, message, issues: read, requestId } : null
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
