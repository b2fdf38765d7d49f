import { CommanderError } from 'commander'
import { ApiError } from '@/lib/api/api-error'

export const EXIT = { ok: 0, failed: 1, usage: 2, auth: 4, network: 5 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The command was called in a way that cannot work. */
export class UsageError extends Error {}

/** The exit code that an error ends the process with. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (error instanceof UsageError) return EXIT.usage
  if (!(error instanceof ApiError)) return EXIT.failed
  if (error.code === 'unauthorized' || error.code === 'forbidden') return EXIT.auth
  return error.code === 'network' ? EXIT.network : EXIT.failed
}
