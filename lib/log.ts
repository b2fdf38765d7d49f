import pino from 'pino'

// Buffer limit in characters for lines that cannot be written; further lines are dropped.
const waitingMax = 1024 * 1024

/** The sign-in library passes an error, or an object with one. */
const plainDetails = (details: unknown) =>
  plainError(typeof details === 'object' && details !== null && 'error' in details ? details.error : details)

const output = pino.destination({ dest: 1, sync: true, maxLength: waitingMax })
// On a full disk log lines are lost but work continues: without a listener every line would throw.
output.on('error', () => undefined)

/**
 * Reduces an error to its name, message, code, stack and cause. Drivers attach the whole connection to their errors, with the password and
 * the key to cancel its queries.
 */
export function plainError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' && error !== null ? '[object]' : error
  const { name: type, message, stack, cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const because = cause instanceof Error && depth < 3 ? { cause: plainError(cause, depth + 1) } : {}
  return { type, message, ...code, stack, ...because }
}

/** An unknown level is reported with the other variables, which are read later. */
function levelOf(wanted: string | undefined): string {
  return wanted !== undefined && (wanted === 'silent' || Object.hasOwn(pino.levels.values, wanted)) ? wanted : 'info'
}

/** Structured log on standard output. Contains no secrets: errors are reduced to plain fields, other fields are redacted by name. */
export const log = pino(
  {
    serializers: { err: plainError, error: plainError, details: plainDetails },
    level: levelOf(process.env.LOG_LEVEL),
    redact: ['*.password', '*.secret', '*.token', '*.authorization', 'req.headers.cookie'],
  },
  output,
)
