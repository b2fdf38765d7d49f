import { ERROR_STATUS, type ErrorCode } from '@/lib/contracts/error-codes'
import type { InputIssue } from '@/lib/contracts/input-issues'

/** An error that is safe to show to the caller: a code, a message, and the fields at fault. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly issues: readonly InputIssue[]
  readonly retryAfterS?: number

  constructor(code: ErrorCode, message: string, issues: readonly InputIssue[] = [], retryAfterS?: number) {
    super(message)
    this.code = code
    this.issues = issues
    this.retryAfterS = retryAfterS
    this.name = 'AppError'
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** 404 for an item that is missing, or that the caller may not know of: the two are answered alike. */
export const notFound = (noun: string) => new AppError('not_found', `${noun} not found`)
/** 404 for a path that no operation has. */
export const unknownAddress = () =>
  new AppError('not_found', 'there is no such address; /reference on this desk lists all of them')
/** 400 with every field at fault; the message names the first three. */
export const invalidInput = (issues: readonly InputIssue[]) =>
  new AppError(
    'invalid_input',
    issues
      .map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message))
      .slice(0, 3)
      .join('; ') || 'invalid input',
    issues,
  )
