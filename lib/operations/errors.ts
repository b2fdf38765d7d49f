import { ERROR_STATUS, type ErrorCode } from '@/lib/contracts/error-codes'
import type { InputIssue } from '@/lib/contracts/input-issues'

const MARK = Symbol.for('veritas.AppError')

/**
 * An error that is safe to show to the caller: a code, a message, and the fields at fault. Known by its mark, since every bundle of the
 * server loads its own copy of the class, and what the process keeps once, like a queue, throws that of the bundle that made it.
 */
export class AppError extends Error {
  readonly [MARK] = true
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

  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return typeof value === 'object' && value !== null && MARK in value
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
