import { ApiError, type ApiErrorCode } from '@/lib/api/api-error'
import { DATABASE_DIGEST } from '@/lib/contracts/error-codes'

/** A failure as it is shown to a person. */
export type Problem = {
  code: ApiErrorCode
  message: string
  requestId: string | null
  /** Errors of form fields, by field name. */
  fields: Readonly<Record<string, string>>
}

// The server's message is about API keys as well; that of a lost connection ends in the browser's own words.
const BROWSER_WORDS: Partial<Record<ApiErrorCode, string>> = {
  unauthorized: 'Your session has ended. Sign in again.',
  network: 'The server cannot be reached. Try again.',
}

/** Whether the project of a request is not, or no longer, one of the person's: the server tells others only that it was not found. */
export function isOfLostProject(reason: unknown): boolean {
  return reason instanceof ApiError && reason.code === 'not_found' && reason.message === 'project not found'
}

const LOST_PROJECT = 'You no longer have access to this project.'

/** Converts a thrown value to a problem. `words` replaces the server's message for codes with a special meaning. */
export function toProblem(reason: unknown, words: Partial<Record<ApiErrorCode, string>> = {}): Problem {
  if (isOfDatabase(reason))
    return {
      code: 'unavailable',
      message: 'The database does not answer. Nothing is lost.',
      requestId: null,
      fields: {},
    }
  if (!(reason instanceof ApiError))
    return {
      code: 'unexpected_answer',
      message: 'Something went wrong on this page.',
      requestId: null,
      fields: {},
    }
  const fields = Object.fromEntries(
    reason.issues.filter((issue) => issue.path !== '').map((issue) => [issue.path, sentence(issue.message)]),
  )
  return {
    code: reason.code,
    message: isOfLostProject(reason)
      ? LOST_PROJECT
      : (words[reason.code] ?? BROWSER_WORDS[reason.code] ?? sentence(reason.message)),
    requestId: reason.requestId,
    fields,
  }
}

/** The problem of a request; null if it has not failed. */
export const problemOf = (error: Error | null): Problem | null => error && toProblem(error)

/** Whether a page failed on the server because the database did not answer. */
export function isOfDatabase(reason: unknown): boolean {
  return reason instanceof Error && 'digest' in reason && reason.digest === DATABASE_DIGEST
}

/** Returns the error of a form field, or that of the first part of it: a field of lines or words may hold a list. */
export function errorOf(problem: Problem | null, field: string): string | undefined {
  const isOfPart = ([path]: [string, string]) => path.startsWith(`${field}[`) || path.startsWith(`${field}.`)
  return problem?.fields[field] ?? Object.entries(problem?.fields ?? {}).find(isOfPart)?.[1]
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(start) ? start : `${start}.`
}
