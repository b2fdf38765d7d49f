import { z } from 'zod'
import { evaluators } from './evaluators'
import { findInfinite, TOO_LARGE_NUMBER } from './find-infinite'
import { hasVisible, isPrintable } from './printable'
import { bands, convergenceStates, decisions, failureClasses, grades, profiles, ranges, runFlags } from './vocabulary'

/** Any value from JSON.parse whose numbers are finite. Depth and size are limited when the body is read. */
export const json = z.unknown().check(({ value, issues }) => {
  const path = findInfinite(value)
  if (path) issues.push({ code: 'custom', input: value, path, message: TOO_LARGE_NUMBER })
})

/** Digest of what a decision is based on. */
export const digest = z.string().min(1).max(200)

/** A score, signal or share in [0, 1]. */
export const unit = z.number().min(0).max(1)

const FIRST_MS = Date.UTC(1970, 0, 1)
const LAST_MS = Date.UTC(2200, 0, 1)

// A single run dated year 1 would stretch every all-time chart over two thousand years.
function isPlausibleTime(text: string): boolean {
  const ms = Date.parse(text)
  const offsetHours = Number(/[+-](\d\d):\d\d$/.exec(text)?.[1] ?? 0)
  return ms >= FIRST_MS && ms < LAST_MS && offsetHours <= 14
}

export const TIME_FORMAT = 'must be ISO 8601 with Z or an offset, such as 2026-03-01T12:00:00Z'

/** A time between 1970 and 2200 as ISO 8601, with `Z` or an offset of at most 14 hours. */
export const isoTime = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: ({ code }) => (code === 'invalid_format' ? TIME_FORMAT : undefined),
  })
  .refine(isPlausibleTime, 'must lie between 1970 and 2200, with an offset of at most 14 hours')
/** A time derived from such times, as the end of a period: in a zone of a project it may lie shortly before 1970 or after 2200. */
export const derivedTime = z.iso.datetime({ offset: true })
export const id = z.uuid()

/** An identifier of at most `max` characters that can be stored and shown exactly as sent. */
export function identifier(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(isPrintable, 'must not contain control characters')
    .refine((text) => text === '' || hasVisible(text), 'must contain a visible character')
}

export const name = identifier(200)

/** A name in an address. URLs drop the segments `.` and `..`, even percent-encoded, so these could never be requested. */
export function addressName(max = 200) {
  return identifier(max).refine((text) => text !== '.' && text !== '..', 'must not be "." or ".."')
}

/** An http or https URL that can be stored and shown. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2000)
  .refine(isPrintable, 'must not contain control characters')

/** Free text or a search term. NUL is rejected, since the database can neither store nor compare it. */
export function plainText(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .refine((text) => !text.includes('\0'), 'must not contain the character NUL')
}

/** Such an address that carries no login: it is shown to the whole project. */
export const addressWithoutLogin = webAddress.refine((text) => {
  const parsed = URL.parse(text)
  return parsed !== null && parsed.username === '' && parsed.password === ''
}, 'must not contain a user name or password')

/** A tag: short, without a comma, since tags are comma-separated in query strings. */
export const tagName = identifier(60).refine((text) => !text.includes(','), 'must not contain a comma')

/** A list in a query string: repeated or comma-separated. An empty one is like none. */
export function listOf<T extends z.ZodType>(item: T, most = 50) {
  return z.preprocess((value) => {
    if (value === undefined) return undefined
    const list = typeof value === 'string' ? value.split(',').filter(Boolean) : value
    return Array.isArray(list) && list.length === 0 ? undefined : list
  }, z.array(item).max(most).optional())
}

/** A boolean, or its string form in a query string. */
export const queryFlag = z.union([z.boolean(), z.stringbool()], { error: 'must be true or false' })

/** A number, or its decimal form in a query string; nothing else stands for one, as an empty value does not stand for zero. */
export function queryNumber<T extends z.ZodType<number>>(number: T) {
  return z.preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), number)
}

/** An integer in a query string. */
export function queryInt(min: number, max: number) {
  return queryNumber(z.number().int().min(min).max(max))
}

/** One page of a list, and where it continues: the cursor is the `next` of the page before. */
export const page = {
  limit: queryInt(1, 200).default(50),
  cursor: z.string().max(500).optional().describe('The `next` of the page before'),
}

/** A range from low to high, as of a confidence interval. */
export const interval = z.tuple([z.number(), z.number()])

/** A mean of `n` values with its 95 % interval; null where too few values give one. */
export const sampleMean = z.object({ n: z.number(), mean: z.number().nullable(), interval: interval.nullable() })

export const evaluator = z.enum(evaluators)
export type { Evaluator } from './evaluators'

export const profile = z.enum(profiles)
export type Profile = z.infer<typeof profile>

export const grade = z.enum(grades)
export type Grade = z.infer<typeof grade>

export const band = z.enum(bands)
export type Band = z.infer<typeof band>

export const decision = z.enum(decisions)
export type Decision = z.infer<typeof decision>

export const runFlag = z.enum(runFlags)
export type RunFlag = z.infer<typeof runFlag>

export const convergenceState = z.enum(convergenceStates)

export const failureClass = z.enum(failureClasses)
export type FailureClass = z.infer<typeof failureClass>

export const range = z.enum(ranges)
export type Range = z.infer<typeof range>
