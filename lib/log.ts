import pino from 'pino'

/** Structured log on standard output. Secrets never pass: they are redacted by name. */
export const log = pino({
  level: process.env.LOG_LEVEL || 'info',
  redact: ['*.password', '*.secret', '*.token', '*.authorization', 'req.headers.cookie'],
})
