import pino from 'pino'

// What cannot be written waits, within this many characters, and what comes on top is dropped.
const waitingMax = 1024 * 1024

const output = pino.destination({ dest: 1, sync: true, maxLength: waitingMax })
// On a full disk the log has gaps, and the work goes on: without a listener every line would throw.
output.on('error', () => undefined)

/** Structured log on standard output. Secrets never pass: they are redacted by name. */
export const log = pino(
  {
    level: process.env.LOG_LEVEL || 'info',
    redact: ['*.password', '*.secret', '*.token', '*.authorization', 'req.headers.cookie'],
  },
  output,
)
