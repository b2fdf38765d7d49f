/** A start that failed for a reason that may pass: a retry can succeed. */
export class TransientError extends Error {
  override readonly name = 'TransientError'
}

const noSpace = /\bENOSPC\b|\bEDQUOT\b|no space left on device|disk quota exceeded/i

const transient = [
  noSpace,
  /\b(?:EIO|EMFILE|ENFILE|ENOMEM|EAGAIN|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)\b/,
  /connection terminated|terminating connection|server closed the connection|can't reach database|connection timeout/i,
  /the database system is (?:starting up|shutting down|in recovery|not yet accepting connections)/i,
  /sorry, too many clients|remaining connection slots|out of (?:shared )?memory|cannot allocate memory/i,
  // After a hard kill the last backends may need a moment to release the cluster.
  /shared memory block|address already in use|lock file .* already exists/i,
]

/**
 * Whether a failed start may succeed later without a change: a process was killed, the disk is full, the database is away. Invalid settings
 * and unknown errors are not transient.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof TransientError) return true
  if (error instanceof Error && error.name === 'Refusal') return false
  const text = textOf(error)
  return transient.some((pattern) => pattern.test(text))
}

export function causeOf(error: unknown): string {
  const text = textOf(error)
  if (noSpace.test(text)) return 'no space left on device'
  const lines = text.split('\n').map((line) => line.trim())
  const fatal = lines.findLast((line) => /\b(?:FATAL|PANIC):/.test(line))?.replace(/^.*\b(?:FATAL|PANIC):\s*/, '')
  const line = fatal ?? lines.find((each) => each !== '') ?? 'for an unknown reason'
  return line.replace(/^.* cannot start: /, '').replace(/[.:]$/, '')
}

/** Returns the messages of an error and its causes, with their codes. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code =
    'code' in error && typeof error.code === 'string' && !error.message.includes(error.code) ? error.code : ''
  const causes = [error.cause, ...(error instanceof AggregateError ? error.errors : [])].filter(Boolean).map(textOf)
  return [`${error.message} ${code}`.trim(), ...causes].join('\n')
}
