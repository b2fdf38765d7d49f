import type { OutputOf } from '@/lib/contracts/contract'
import type { CheckCompleteness as Contract } from '@/lib/contracts/quality/checks'
import type { Deduction } from '@/lib/contracts/quality/shapes'
import { InputCheck } from '../input-error'
import { hasType, isEmpty, isJsonType, isMissing, type JsonType, lookup, typeOf } from '../json/path'
import { testPattern } from '../json/pattern/test-pattern'
import { validateSchema } from '../output/schema'
import { clamp01 } from '../tolerance'

const MISSING_PENALTY = 0.2
const TYPE_PENALTY = 0.1
const SHOWN_LENGTH = 200

/** The required outputs of an execution. Fields are paths like `a.b[0].c`. */
export interface RequiredOutputs {
  required_fields?: string[]
  /** field -> string, number, integer, boolean, array, object or null */
  required_types?: Record<string, string>
  /** field -> JSON Schema format name or regular expression */
  required_formats?: Record<string, string>
  /** Counts "", [] and {} as missing. */
  require_non_empty?: boolean
  /** Deducted for each format violation; 0 by default. */
  format_penalty?: number
}

interface CompletenessInput {
  execution_result: Record<string, unknown>
  required_outputs: RequiredOutputs
}

export type CompletenessResult = OutputOf<Contract>

/**
 * Checks that required fields are present, of their type and in their format. Score = 1 - 0.2 per missing field - 0.1 per type mismatch -
 * `format_penalty` per format violation, within 0 to 1. A missing field does not also count as a mismatch or a violation.
 * @throws {EngineInputError} on an unknown type name.
 */
export function checkCompleteness({ execution_result, required_outputs }: CompletenessInput): CompletenessResult {
  requireOutputsToBeReadable(required_outputs)
  const { required_fields = [], required_types = {}, required_formats = {} } = required_outputs
  const { require_non_empty = false, format_penalty = 0 } = required_outputs
  const found = new Map<string, unknown>()
  const find = (field: string) => {
    if (!found.has(field)) found.set(field, lookup(execution_result, field).value)
    return found.get(field)
  }

  const required = [...new Set(required_fields)]
  const empty = required.filter((field) => isEmpty(find(field)))
  const missing = required.filter((field) => isMissing(find(field)) || (require_non_empty && empty.includes(field)))
  const checkable = ([field]: [string, string]) => !isMissing(find(field)) && !missing.includes(field)

  const mismatches = Object.entries(required_types)
    .filter(checkable)
    .filter((entry): entry is [string, JsonType] => isJsonType(entry[1]))
    .filter(([field, expected]) => !hasType(find(field), expected))
    .map(([field, expected]) => ({ field, expected, actual: typeOf(find(field)) }))

  const violations = Object.entries(required_formats)
    .filter(checkable)
    .flatMap(([field, expected_format]): CompletenessResult['format_violations'][number][] => {
      const { ok, error } = checkFormat(find(field), expected_format)
      if (ok) return []
      return [{ field, expected_format, actual_value: shown(find(field)), ...(error !== undefined && { error }) }]
    })

  const deductions: Deduction[] = [
    ...missing.map((field) => ({ reason: 'missing_field', field, amount: MISSING_PENALTY })),
    ...mismatches.map(({ field }) => ({ reason: 'type', field, amount: TYPE_PENALTY })),
    ...violations.map(({ field }) => ({ reason: 'format', field, amount: format_penalty })),
  ]
  return {
    is_complete: deductions.length === 0,
    completeness_score: clamp01(1 - deductions.reduce((sum, { amount }) => sum + amount, 0)),
    missing_fields: missing,
    type_mismatches: mismatches,
    format_violations: violations,
    empty_fields: empty.filter((field) => !missing.includes(field)),
    deductions,
  }
}

function requireOutputsToBeReadable({ required_types = {}, format_penalty = 0 }: RequiredOutputs): void {
  const check = new InputCheck()
  for (const [field, type] of Object.entries(required_types)) {
    check.require(isJsonType(type), `required_outputs.required_types.${field}`, `unknown type "${type}"`)
  }
  check.requireNumber(format_penalty, 'required_outputs.format_penalty', 0, 1)
  check.throwIfAny()
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
}

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

/** Whether a value matches a format; `error` is why the format itself could not be checked, which is never a pass. */
type FormatAnswer = { ok: boolean; error?: string }

/**
 * Checks a value against a JSON Schema format name (`date-time`, `email`, `uuid`, ...) or else a regular expression, unanchored. Numbers
 * and booleans are checked as text; lists and objects never match.
 */
function checkFormat(value: unknown, format: string): FormatAnswer {
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
