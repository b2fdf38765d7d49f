import { CommanderError } from 'commander'
import { ApiError } from '@/lib/api/api-error'
import type { InputIssue } from '@/lib/contracts/input-issues'

export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  auth: 4,
  network: 5,
  regressed: 10,
  inconclusive: 11,
  pending: 12,
  rejected: 13,
  timedOut: 14,
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Exit codes common to all commands, for their help. */
export const COMMON_EXITS = {
  [EXIT.failed]: 'failed, also because a file cannot be read or written',
  [EXIT.usage]: 'invalid usage or input, whether refused here or by the desk',
  [EXIT.auth]: 'the API key is missing, refused or lacks permission',
  [EXIT.network]: 'the desk, or on its machine the database, cannot be reached',
  [EXIT.interrupted]: 'interrupted',
}

/** Help text of a command whose exit code is its answer. */
export function exitHelp(own: Readonly<Record<number, string>>): string {
  const lines = Object.entries({ ...COMMON_EXITS, ...own }).map(([code, words]) => `  ${code.padStart(3)}  ${words}`)
  return ['', 'Exit codes:', ...lines].join('\n')
}

/** The command line is invalid. */
export class UsageError extends Error {}

/** Lists issues below a sentence, a line each. `whole`: what an issue without a path is about. */
export const issueLines = (issues: readonly InputIssue[], whole = ''): string =>
  issues.map(({ path, message }) => `\n  ${[path || whole, message].filter(Boolean).join(': ')}`).join('')

const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'EHOSTUNREACH', '57P03', 'P1001'])

/** Whether the database of the desk cannot be reached. A call of the desk fails with an ApiError instead. */
export function isDatabaseUnreachable(error: unknown): error is Error & { code: unknown } {
  return error instanceof Error && 'code' in error && UNREACHED.has(String(error.code))
}

const INVALID: ReadonlySet<string> = new Set(['invalid_input', 'malformed_body', 'too_large'])

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (error instanceof UsageError) return EXIT.usage
  if (isDatabaseUnreachable(error)) return EXIT.network
  if (!(error instanceof ApiError)) return EXIT.failed
  if (INVALID.has(error.code)) return EXIT.usage
  if (error.code === 'unauthorized' || error.code === 'forbidden') return EXIT.auth
  return error.code === 'network' ? EXIT.network : EXIT.failed
}
