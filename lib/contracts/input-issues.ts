import { z } from 'zod'
import { TIME_FORMAT } from './primitives'

/** What is wrong with one field of an input; the path is like `a.b[0].c`. */
export type InputIssue = { path: string; message: string }

type ParsedInput<S extends z.ZodType> = { data: z.output<S>; issues?: never } | { data?: never; issues: InputIssue[] }

/** Maximum issues reported of one input. */
export const MAX_ISSUES = 50

/**
 * Parses an input. Returns its value, or at most 50 issues: for a union, those of the closest branch; for an unknown field, with the known
 * field that was probably meant, or with all of them.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): ParsedInput<S> {
  // An issue does not tell which fields are known; only the error map sees the schema that refused the keys.
  const known: KnownFields = new Map()
  const error: z.core.$ZodErrorMap = (issue) => {
    if (issue.code === 'unrecognized_keys') known.set(issue.keys, fieldsOf(issue.inst))
    return describe(issue)
  }
  const parsed = schema.safeParse(input, { error })
  return parsed.success ? { data: parsed.data } : { issues: toInputIssues(parsed.error, known) }
}

/** Says what is expected, where the schema itself has no words for it. */
function describe(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'too_big')
    return `must ${describeLimit(issue.origin, issue.maximum, issue.inclusive ? 'at most' : 'less than')}`
  if (issue.code === 'too_small')
    return `must ${describeLimit(issue.origin, issue.minimum, issue.inclusive ? 'at least' : 'more than')}`
  if (issue.code === 'invalid_value')
    return `${issue.input === undefined ? 'is required and ' : ''}must be ${anyOf.format(issue.values.map(String))}`
  if (issue.code === 'invalid_type' && Number.isNaN(issue.input)) return 'must be a number'
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'must be a whole number'
  if (issue.code === 'invalid_format' && issue.format === 'uuid')
    return "must be the desk's id, such as 0198c000-0000-7000-8000-000000000001"
  if (issue.code === 'invalid_format' && issue.format === 'datetime') return TIME_FORMAT
  return undefined
}

const listOf = new Intl.ListFormat('en')
const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

const UNITS: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'entry',
  file: 'byte',
}

function describeLimit(origin: string, limit: number | bigint | Date, words: string): string {
  const unit = UNITS[origin]
  if (unit === undefined) return `be ${words} ${limit}`
  return `have ${words} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`
}

/** The known fields of the object that refused a list of keys. */
type KnownFields = Map<unknown, readonly string[]>

function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodRecord) return [...(schema.keyType._zod.values ?? [])].map(String)
  return []
}

function toInputIssues(error: z.ZodError, known: KnownFields): InputIssue[] {
  // A whole number that is too large breaks its own limit and that of whole numbers.
  const keyOf = ({ code, path, message }: z.core.$ZodIssue) => JSON.stringify([code, path.map(String), message])
  const issues = new Map(error.issues.slice(0, MAX_ISSUES).map((issue) => [keyOf(issue), issue]))
  return [...issues.values()].flatMap((issue) => flatten(issue, [], known)).slice(0, MAX_ISSUES)
}

function flatten(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[], known: KnownFields): InputIssue[] {
  const path = [...prefix, ...issue.path]
  if (issue.code === 'invalid_union') {
    const branches = issue.errors.map((branch) => branch.flatMap((inner) => flatten(inner, path, known)))
    const closest = branches
      .filter((branch) => branch.length > 0)
      .sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0]
    if (closest && depth(closest) > path.length) return closest
    return [{ path: formatPath(path), message: describeUnion(issue) }]
  }
  if (issue.code === 'invalid_key' && issue.issues[0]) return flatten(issue.issues[0], path, known)
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, MAX_ISSUES)
      .map((key) => ({ path: formatPath([...path, key]), message: describeUnknown(key, known.get(issue.keys)) }))
  return [
    {
      path: formatPath(path),
      message: isMissing(issue) ? 'is required' : isEmpty(issue) ? 'must not be empty' : withoutPrefix(issue.message),
    },
  ]
}

/** An object of more fields does not list them with every unknown one. */
const MAX_LISTED = 40

/** Describes an unknown field, with the known field it was probably meant to be, or else with all of them. */
export function describeUnknown(key: string, fields: readonly string[] = []): string {
  const meant = nearestName(key, fields)
  if (meant !== undefined) return `unknown field: did you mean ${meant}?`
  const isListed = fields.length > 0 && fields.length <= MAX_LISTED
  return isListed ? `unknown field: the fields here are ${listOf.format(fields)}` : 'unknown field'
}

/** The types that the branches of a union expect, if the value has none of them; zod's message says only that it is invalid. */
function describeUnion({ errors, message }: z.core.$ZodIssueInvalidUnion): string {
  const types = errors.flatMap(([issue]) => (issue?.code === 'invalid_type' ? [issue] : []))
  const [first] = types
  if (message !== 'Invalid input' || !first || types.length < errors.length) return message
  if (isMissing(first)) return 'is required'
  return withoutPrefix(first.message).replace(first.expected, types.map(({ expected }) => expected).join(' or '))
}

const withoutPrefix = (message: string) => message.replace(/^Invalid input: /, '')

function isMissing({ code, message }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && message.endsWith('received undefined')
}

function isEmpty(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1
}

function depth(issues: readonly InputIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.split(/[.[]/).filter(Boolean).length))
}

/** Longest part of a path that is repeated in full: a refused body with huge names must not make a huge answer. */
const MAX_KEY = 200

function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    if (key === '') return `${text}[""]`
    const name = String(key)
    const shown = name.length > MAX_KEY ? `${name.slice(0, MAX_KEY)}…` : name
    return text ? `${text}.${shown}` : shown
  }, '')
}

/** Longer names are not compared, so that a hostile name costs nothing. */
const MAX_LENGTH = 64

/**
 * Returns the name that was most likely meant: equal but for case, `_`, `-` and an `Id` at the end, or at most a third of the letters away, where a swap of two
 * neighbours counts as one. Undefined if none is that close.
 */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  if (typed.length > MAX_LENGTH) return undefined
  const bare = toBare(typed)
  let nearest: string | undefined
  let limit = Math.floor(bare.length / 3)
  for (const name of names) {
    const distance = distanceOf(bare, toBare(name), limit)
    if (distance > limit) continue
    if (distance === 0) return name
    nearest = name
    limit = distance - 1
  }
  return nearest
}

const toBare = (name: string) =>
  name
    .replace(/(?<=.)(?:Id|_id|-id)$/, '')
    .toLowerCase()
    .replaceAll(/[_-]/g, '')

/** Counts the edits between two texts (optimal string alignment); infinite once they exceed the limit. */
function distanceOf(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...next) > limit) return Number.POSITIVE_INFINITY
    before = last
    last = next
  }
  return at(last, b.length)
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY
