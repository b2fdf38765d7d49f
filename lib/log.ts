import pino from 'pino'

// What cannot be written waits, within this many characters, and what comes on top is dropped.
const waitingMax = 1024 * 1024

/** The sign-in library tells an error, or one in an object. */
const plainDetails = (details: unknown) =>
  plainError(typeof details === 'object' && details !== null && 'error' in details ? details.error : details)

const output = pino.destination({ dest: 1, sync: true, maxLength: waitingMax })
// On a full disk the log has gaps, and the work goes on: without a listener every line would throw.
output.on('error', () => undefined)

/**
 * What a log says of an error: no more than its name, message, code, place and cause. Drivers hang the whole connection on theirs, with the
 * password and the key that cancels its work.
 */
export function plainError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' && error !== null ? '[object]' : error
  const { name: type, message, stack, cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const because = cause instanceof Error && depth < 3 ? { cause: plainError(cause, depth + 1) } : {}
  return { type, message, ...code, stack, ...because }
}

/** Structured log on standard output. Secrets never pass: errors are cut down to their words, and the rest is redacted by name. */
export const log = pino(
  {
    serializers: { err: plainError, error: plainError, details: plainDetails },
    level: process.env.LOG_LEVEL || 'info',
    redact: ['*.password', '*.secret', '*.token', '*.authorization', 'req.headers.cookie'],
  },
  output,
)
