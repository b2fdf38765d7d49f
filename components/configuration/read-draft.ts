import type { z } from 'zod'
import {
  type Configuration,
  configuration,
  projectConfiguration,
  qualityAssurance,
} from '@/lib/contracts/configuration'
import { isRecord } from '@/lib/contracts/is-record'
import { capital } from '@/lib/presentation/format/text'
import type { Texts } from './draft'
import type { ConfigurationField } from './field'
import { fieldsOf } from './fields'

// In a file of its own, which is loaded after the page: nothing needs the schemas before the first change.

type Json = { [key: string]: unknown }

type Draft = { config: Configuration; problems: Readonly<Record<string, string>> }

/** Parses field texts to a configuration, with a message for each invalid field. Save it only if there are no problems. */
export function draftOf(texts: Texts, isChain: boolean): Draft {
  const config: Json = {}
  const problems: Record<string, string> = {}
  for (const field of fieldsOf(isChain)) {
    const text = (texts[field.path] ?? '').trim()
    if (text === '') continue
    const value = fieldValue(field, text)
    if (value === undefined) problems[field.path] = 'This is not a number.'
    else put(config, field.path.split('.'), value)
  }
  const parsed = (isChain ? configuration : projectConfiguration).safeParse(config)
  if (parsed.success) return { config: parsed.data, problems }
  for (const issue of parsed.error.issues) problems[issue.path.join('.')] ??= problemOf(issue)
  return { config: {}, problems }
}

function fieldValue({ kind }: ConfigurationField, text: string): unknown {
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined
  if (kind === 'switch') return text === 'true'
  if (kind === 'checks' || kind === 'types') return JSON.parse(text)
  return text
}

function put(into: Json, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) into[key] = value
  else {
    const inner = into[key]
    const next: Json = isRecord(inner) ? inner : {}
    into[key] = next
    put(next, rest, value)
  }
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big' && issue.origin !== 'string') return `At most ${issue.maximum}.`
  if (issue.code === 'too_small') return `${issue.inclusive ? 'At least' : 'More than'} ${issue.minimum}.`
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'A whole number.'
  return sentence(issue.message)
}

function sentence(text: string): string {
  return `${capital(text)}${/[.!?]$/.test(text) ? '' : '.'}`
}

type ReadDocument =
  | { config: Configuration; wrapped: boolean }
  | { problems: { path: string; message: string }[]; unknown: string[] }

/**
 * Parses a pasted document: a whole configuration, or only the block of a gaff.json. `unknown` lists top-level keys that are not
 * settings and can be removed.
 */
export function readDocument(text: string, isChain: boolean): ReadDocument {
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : 'cannot be read'
    return { problems: [{ path: '', message: `This is not JSON: ${message}` }], unknown: [] }
  }
  const wrapped = isBlock(value)
  const schema = isChain ? configuration : projectConfiguration
  const parsed = schema.safeParse(wrapped ? { quality_assurance: value } : value)
  if (parsed.success) return { config: parsed.data, wrapped }
  const problems = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not a known setting' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
  const top = parsed.error.issues.filter((issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0)
  return { problems, unknown: top.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [])) }
}

function isBlock(value: unknown): boolean {
  if (!isRecord(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => Object.hasOwn(qualityAssurance.shape, key))
}
