import { isRecord } from '@/lib/contracts/is-record'
import { asText } from '@/lib/ingest/json/fields'

const REFERENCE = /attachment:\/\/([0-9a-f]{32})/g
const HEAVY = new Set(['events', 'transcript', 'attachments', 'store'])

/** The sample with its references to attachments replaced by what they stand for; the event log is left as it is. */
export function withAttachments(sample: Record<string, unknown>, attachments: Record<string, unknown>): unknown {
  if (Object.keys(attachments).length === 0) return sample
  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(REFERENCE, (reference, hash: string) => asText(attachments[hash]) ?? reference)
    if (Array.isArray(value)) return value.map(resolve)
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]))
      : value
  }
  return Object.fromEntries(
    Object.entries(sample).map(([key, value]) => [key, HEAVY.has(key) ? value : resolve(value)]),
  )
}
