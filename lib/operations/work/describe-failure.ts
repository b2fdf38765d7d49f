import { z } from 'zod'
import { databaseCode } from '@/lib/db/database-code'
import { redactText } from '@/lib/engine/dead-letters/redact'
import { AppError } from '../errors'

type FailureReport = { error: string; at: string[] }

const MAX_CHARS = 300
const MAX_FRAMES = 8
const MAX_ISSUES = 3

/**
 * Describes an error without data: its kind and where it was thrown. Messages of libraries and the database may quote data, so
 * only the product's own messages are repeated.
 */
export function describeFailure(error: unknown): FailureReport {
  return { error: redactText(messageOf(error)).slice(0, MAX_CHARS), at: framesOf(error) }
}

function messageOf(error: unknown): string {
  if (error instanceof AppError) return `${error.code}: ${error.message}`
  if (error instanceof z.ZodError) return `stored data does not parse: ${placesOf(error)}`
  if (!(error instanceof Error)) return 'a value that is not an Error was thrown'
  const code = databaseCode(error)
  return code ? `${error.name} ${code}` : error.name
}

/** The outermost fields that do not parse; deeper names may come from the data. */
function placesOf({ issues }: z.ZodError): string {
  const places = issues.map(({ path, code }) => `${path.length > 0 ? String(path[0]) : 'the value'} (${code})`)
  return [...new Set(places)].slice(0, MAX_ISSUES).join(', ')
}

function framesOf(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack?.split('\n') ?? []) : []
  return lines
    .map((line) => line.trim())
    .filter((line) => /^at .*:\d+:\d+\)?$/.test(line))
    .slice(0, MAX_FRAMES)
}
