import { isSecretField } from '@/lib/engine/dead-letters/secret-names'

/** What stands where a secret stood. */
export const REDACTED = '[redacted]'

/** Secrets that are known by their own shape, whatever stands around them. */
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
 * Text without the secrets that can be told in it: by shape (private keys, JWTs, keys of well-known services), by what
 * stands before them (`Bearer`, `password=`, `--token`), and passwords within addresses. The rest stays readable.
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

/** Blots the value behind each secret name. What stands behind another name is read on, since it may hold names of its own. */
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

/** A word of prose after "basic" or "token" is no secret. */
function looksRandom(value: string): boolean {
  return value.length >= 20 || /[\d=+/_.~]/.test(value) || /[a-z][A-Z]/.test(value)
}

/** Redacted already, nothing, the beginning of a list, or a reference to where the secret is kept. */
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
