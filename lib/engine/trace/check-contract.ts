import { isRecord } from '@/lib/contracts/is-record'
import { withRoundedIntegers } from '../json/large-integers'
import { isEmpty, isMissing, valueAt } from '../json/path'
import { testPattern } from '../json/pattern/test-pattern'
import { followReference } from '../output/dynamic-schema'
import { validateSchema } from '../output/schema'
import type { SchemaError } from '../output/schema-error'
import { childPath } from '../output/texts'

/** Requirements on the output of a run. */
export interface OutputContract {
  schema?: unknown
  /** Paths of the outputs that must be present and not empty. */
  requiredOutputs?: string[]
  /** Allows no member that neither the schema nor `requiredOutputs` declares. */
  strict?: boolean
}

interface Conformance {
  /** null if it could not be checked */
  conformance: boolean | null
  errors: SchemaError[]
  warnings: string[]
}

interface OutputCompleteness {
  /** Share of the required outputs that are present and not empty, 0 to 1; 1 when none is required. */
  completeness: number
  required: number
  missing: string[]
}

/** Prefix of the message, and of the blocker, for a contract that no output can be checked against. */
export const UNUSABLE_SCHEMA = 'the schema of its contract cannot be used: '

function undeclaredOutputs(output: unknown, { schema, requiredOutputs = [] }: OutputContract): string[] {
  if (!isRecord(output)) return []
  const parts = [...partsOf(schema, schema)]
  const roots = requiredOutputs.flatMap((path) => [path, path.split(/[.[]/)[0]])
  return Object.keys(output).filter((name) => !roots.includes(name) && !parts.some((part) => declares(part, name)))
}

type Schema = Record<string, unknown>

/** Returns the schemas of the same value that a schema consists of, itself first. */
function partsOf(schema: unknown, root: unknown, known = new Set<Schema>()): Set<Schema> {
  if (!isRecord(schema) || known.has(schema)) return known
  known.add(schema)
  const { allOf, anyOf, oneOf, dependentSchemas, $ref } = schema
  const lists = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []))
  const dependent = isRecord(dependentSchemas) ? Object.values(dependentSchemas) : []
  for (const part of [...lists, ...dependent, schema.if, schema.then, schema.else, followReference(root, $ref)])
    partsOf(part, root, known)
  return known
}

function declares({ properties, patternProperties, additionalProperties }: Schema, name: string): boolean {
  if (isRecord(additionalProperties) || (isRecord(properties) && Object.hasOwn(properties, name))) return true
  const patterns = isRecord(patternProperties) ? Object.keys(patternProperties) : []
  return patterns.some((pattern) => {
    const answer = testPattern(pattern, name)
    return answer.ok && answer.matches
  })
}

/**
 * Checks whether an output conforms to its contract. Without a contract: true if the run is known to have completed, as an output says it
 * did, else null, with the warning `no_contract`. With a schema that cannot be used: null with the warning `schema_error`. Undeclared
 * additional outputs are allowed unless the contract is strict.
 */
export function checkContract(
  output: unknown,
  contract: OutputContract = {},
  isCompleted = output !== undefined,
): Conformance {
  const { schema, requiredOutputs = [], strict = false } = contract
  const isDeclared = schema !== undefined || requiredOutputs.length > 0
  if (!isDeclared) return { conformance: isCompleted || null, errors: [], warnings: ['no_contract'] }

  const verdict = schema === undefined ? { ok: true as const } : checkSchema(schema, output)
  if (verdict.ok === 'schema_error') {
    const error = { code: 'schema_error', path: '$', message: `${UNUSABLE_SCHEMA}${verdict.message}` }
    return { conformance: null, errors: [error], warnings: ['schema_error'] }
  }
  const undeclared = strict ? undeclaredOutputs(output, contract) : []
  const errors = [
    ...(verdict.ok ? [] : verdict.errors),
    ...undeclared.map((name) => ({
      code: 'undeclared_output',
      path: childPath('$', name),
      message: 'is not declared in the contract',
    })),
  ]
  return { conformance: errors.length === 0, errors, warnings: [] }
}

/** The digits of a whole number beyond 2^53 are right where text or the number is; the errors are those of the number. */
function checkSchema(schema: unknown, output: unknown): ReturnType<typeof validateSchema> {
  const asText = validateSchema(schema, output)
  const rounded = asText.ok === false ? withRoundedIntegers(output) : output
  if (asText.ok !== false || rounded === output) return asText
  const asNumbers = validateSchema(schema, rounded)
  if (asNumbers.ok !== false) return asNumbers
  const failing = new Set(asText.errors.map(({ path }) => path))
  const errors = asNumbers.errors.filter(({ path }) => failing.has(path))
  return errors.length > 0 ? { ok: false, errors } : { ok: true }
}

/** Whether a value has content: null, "", blank text, [] and {} are empty; 0 and false are not. */
export function isFilled(value: unknown): boolean {
  return !isMissing(value) && !isEmpty(value) && !(typeof value === 'string' && value.trim() === '')
}

/** Measures which of the required outputs are present and not empty; a path named twice counts once. */
export function measureOutputCompleteness(
  output: unknown,
  requiredOutputs: readonly string[] = [],
): OutputCompleteness {
  const required = [...new Set(requiredOutputs)]
  const missing = required.filter((path) => !isFilled(valueAt(output, path)))
  const completeness = required.length === 0 ? 1 : (required.length - missing.length) / required.length
  return { completeness, required: required.length, missing }
}
