export type WebhookData = Readonly<Record<string, unknown>>

const MAX_TEXT = 1000
const MAX_ITEMS = 50
const MAX_CHARS = 8000

/**
 * Data small enough for a message below 20 kB, whatever language it is in: long texts and lists are cut, and when that is not
 * enough only the plain fields of the top are kept, with `isCut: true`. The page behind `url` has the rest.
 */
export function fitData(data: WebhookData): WebhookData {
  const cut = cutFields(data)
  if (size(cut) <= MAX_CHARS) return cut
  const kept: Record<string, unknown> = { isCut: true }
  for (const [key, value] of Object.entries(cut)) {
    const isPlain = value === null || typeof value !== 'object'
    if (isPlain && size({ ...kept, [key]: value }) <= MAX_CHARS) kept[key] = value
  }
  return kept
}

const size = (value: unknown) => JSON.stringify(value).length

function cutFields(data: WebhookData): WebhookData {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, cut(value)]))
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT).toWellFormed()}…` : value
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(cut)
  return isPlainObject(value) ? cutFields(value) : value
}

function isPlainObject(value: unknown): value is WebhookData {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
