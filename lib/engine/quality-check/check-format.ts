import { testPattern } from '@/lib/engine/json/pattern/test-pattern'
import { validateSchema } from '@/lib/engine/output/validate-schema'

const MAX_LENGTH = 10_000
const CHECKED_FORMATS = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'regex',
]
const UNCHECKED_FORMATS = ['idn-email', 'idn-hostname', 'iri', 'iri-reference']

/** Whether a value keeps a format; `error` says why the format itself could not be checked, which is never a pass. */
export type FormatAnswer = { ok: boolean; error?: string }

/**
 * Checks a value against a JSON Schema format name (`date-time`, `email`, `uuid`, ...) or else a regular expression, unanchored.
 * Numbers and booleans are checked by their text; lists and objects keep no format.
 */
export function checkFormat(value: unknown, format: string): FormatAnswer {
  if (UNCHECKED_FORMATS.includes(format)) return { ok: false, error: `the format ${format} cannot be checked` }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return { ok: false }
  const text = String(value)
  if (CHECKED_FORMATS.includes(format)) {
    if (text.length > MAX_LENGTH) return { ok: false, error: `longer than ${MAX_LENGTH} characters` }
    return { ok: validateSchema({ type: 'string', format }, text).ok === true }
  }
  const answer = testPattern(format, text)
  return answer.ok ? { ok: answer.matches } : { ok: false, error: answer.message }
}
