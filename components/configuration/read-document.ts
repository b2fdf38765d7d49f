import {
  type Configuration,
  configuration,
  projectConfiguration,
  qualityAssurance,
} from '@/lib/contracts/configuration'
import { isRecord } from '@/lib/contracts/is-record'

export type ReadDocument =
  | { config: Configuration; wrapped: boolean }
  | { problems: { path: string; message: string }[]; unknown: string[] }

/**
 * Reads a pasted document: a whole configuration, or the bare block of a gaff.json. `unknown` are keys at the top that
 * belong to something else and can be left out.
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
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not known here' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
  const top = parsed.error.issues.filter((issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0)
  return { problems, unknown: top.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [])) }
}

/** The same document without these keys at its top. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return text
  return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))), null, 2)
}

function isBlock(value: unknown): boolean {
  if (!isRecord(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => Object.hasOwn(qualityAssurance.shape, key))
}
