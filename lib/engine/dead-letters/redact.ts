import { isRecord } from '@/lib/contracts/is-record'
import { isSecretField } from './secret-names'

/** Values nested deeper than this are redacted unread. */
const MAX_DEPTH = 200

/** Members that hold the name in a name-value pair: headers, environment variables, cookies. */
const nameMembers = ['name', 'key', 'header', 'field', 'variable'] as const
const valueMembers = new Set(['value', 'values', 'val', 'content'])

const schemaWords = new Set([
  '$ref',
  'type',
  'title',
  'description',
  'format',
  'properties',
  'required',
  'items',
  'pattern',
  'minLength',
  'maxLength',
  'additionalProperties',
])

/**
 * Returns a copy of `value` without secrets, recognized by field names and by the shape of texts, at any depth and within JSON carried as
 * text. Objects keep their fields, so that readers see which fields were present.
 */
export function redact(value: unknown): unknown {
  return walk(value, 0)
}

function walk(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return REDACTED
  if (typeof value === 'string') return redactString(value, depth)
  if (Array.isArray(value)) return redactList(value, depth)
  return isRecord(value) ? redactRecord(value, depth) : value
}

function redactRecord(record: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
  const isSecretPair = nameMembers.some((member) => {
    const name = record[member]
    return typeof name === 'string' && isSecretField(name, '')
  })
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const isSecret = (isSecretField(name, value) && !isSchema(value)) || (isSecretPair && valueMembers.has(name))
      return [redactText(name), isSecret ? blot(value, depth) : walk(value, depth + 1)]
    }),
  )
}

/** Pairs such as `['Authorization', 'secret']`, and an option followed by its value in an argument list, count as named values. */
function redactList(list: readonly unknown[], depth: number): unknown[] {
  const isPair = list.length === 2
  return list.map((item, index) => {
    const before = list[index - 1]
    const isNamed = typeof before === 'string' && (isPair || /^--?[a-z]/i.test(before)) && isSecretField(before, item)
    return isNamed ? blot(item, depth) : walk(item, depth + 1)
  })
}

/** Redacts every text and number under a secret name. Empty values are kept to show that there was no secret. */
function blot(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return REDACTED
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((item) => blot(item, depth + 1))
  if (!isRecord(value)) return REDACTED
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redactText(name), blot(inner, depth + 1)]))
}

/**
 * Redacts within JSON carried as text, such as tool arguments. The text is returned unchanged if nothing was redacted and every member was
 * parsed: JSON.parse only returns the last of duplicate keys.
 */
function redactString(text: string, depth: number): string {
  const parsed = parseContainer(text)
  if (parsed === undefined) return redactText(text)
  const clean = JSON.stringify(walk(parsed, depth + 1))
  return clean === JSON.stringify(parsed) && quotesIn(clean) === quotesIn(text) ? text : clean
}

function quotesIn(text: string): number {
  return text.split('"').length
}

function parseContainer(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

/** A JSON Schema that describes a password field does not contain the password. */
function isSchema(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0 && Object.keys(value).every((word) => schemaWords.has(word))
}

/** Replacement for every removed secret. */
export const REDACTED = '[redacted]'

/** Secrets recognizable by their own shape, whatever the surrounding text. */
const shapes: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*){0,3}/g,
  /(?<![\w-])(?:sk|rk|pk)[-_](?=[\w-]*\d)[\w-]{12,}/g,
  /(?<![\w-])(?:gh[pousr]_|github_pat_|glpat-|gldt-|xox[abeprs]-|xapp-|npm_|pypi-|hf_|dop_v1_|shp(?:at|ss|ca|pa)_|whsec_|vrt_|vk_|sq0[a-z]{3}-|AGE-SECRET-KEY-)[\w-]{10,}/g,
  /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  /\bya29\.[\w-]{10,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\b\d{8,10}:AA[\w-]{32,}/g,
  /(?<=hooks\.slack\.com\/(?:services|workflows)\/)[\w/]{8,}/g,
  /(?<=[?&](?:sig|signature|x-amz-signature|x-goog-signature)=)[^&\s"']+/gi,
]

const header = /((?:Set-Cookie2?|Cookie|(?:Proxy-)?Authorization)\\?["']?\s*[:=]\s*\\?["']?)([^\r\n"'\\]+)/gi
const scheme = /\b(Bearer|Basic|Digest|Token|ApiKey)(\s+)([\w.~+/=-]{6,})/gi
const password = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/[^\s/?#@:"'<>]*):(?!\d{1,5}(?:[/?#]|$))([^\s"'<>]{0,500})@/gi
const userToken = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/)([^\s/?#@:"'<>]{20,})@/gi
const names = /(?<![\w.-])([\w.-]+)\\?["']?\s*[:=]\s*/g
const options = /(?<![\w-])(--?[A-Za-z][\w-]*)\s+/g
const namedValue =
  /\\"(?:[^"\\]|\\[^"])*(?:\\"|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|\\?'(?:[^'\\]|\\[^'])*(?:\\?'|$)|[^\s"'&,;)}\]\\]+/y
const optionValue = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|'[^']*(?:'|$)|[^\s"'-]\S*/y
const curlUser = /((?:^|\s)(?:-u|--user|--proxy-user)[\s=]+["']?[^\s:"']{1,200}:)([^\s"']+)/g

/**
 * Returns the text with secrets replaced: those recognized by shape (private keys, JWTs, keys of well-known services), by a prefix
 * (`Bearer`, `password=`, `--token`), and passwords in URLs. Everything else stays readable.
 */
export function redactText(text: string): string {
  let clean = text
  for (const shape of shapes) clean = clean.replace(shape, REDACTED)
  clean = clean
    .replace(password, `$1:${REDACTED}@`)
    .replace(userToken, `$1${REDACTED}@`)
    .replace(header, `$1${REDACTED}`)
    .replace(scheme, (whole, word: string, gap: string, value: string) =>
      looksRandom(value) ? `${word}${gap}${REDACTED}` : whole,
    )
    .replace(curlUser, `$1${REDACTED}`)
  return blotValues(blotValues(clean, names, namedValue), options, optionValue)
}

/** Redacts the value after each secret name. The value after any other name is scanned too, since it may contain names itself. */
function blotValues(text: string, before: RegExp, valueAt: RegExp): string {
  let clean = ''
  let done = 0
  for (const match of text.matchAll(before)) {
    const [head, name = ''] = match
    const start = match.index + head.length
    if (match.index < done || !isSecretField(name, 'any text')) continue
    valueAt.lastIndex = start
    const value = valueAt.exec(text)?.[0] ?? ''
    if (isHarmless(value) || !isSecretField(name, plainOf(value))) continue
    clean += text.slice(done, start) + inQuotesOf(value)
    done = start + value.length
  }
  return clean + text.slice(done)
}

/** Tells a token from an ordinary word after "basic" or "token". */
function looksRandom(value: string): boolean {
  return value.length >= 20 || /[\d=+/_.~]/.test(value) || /[a-z][A-Z]/.test(value)
}

/** Whether the value is empty, already redacted, the start of a list, or a reference to where the secret is stored. */
function isHarmless(value: string): boolean {
  const plain = plainOf(value)
  return (
    plain === '' || /^(?:[[{]+|\[redacted\]?|\$\{\w+\}|\$[A-Z][A-Z0-9_]+|null|undefined|true|false|none)$/i.test(plain)
  )
}

function plainOf(value: string): string {
  return value.replace(/^\\?["']|\\?["']$/g, '')
}

function inQuotesOf(value: string): string {
  const [, start = ''] = /^(\\?["'])/.exec(value) ?? []
  return `${start}${REDACTED}${start}`
}
