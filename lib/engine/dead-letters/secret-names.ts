const secret = new Set([
  'password',
  'passwd',
  'pwd',
  'pass',
  'passphrase',
  'passcode',
  'secret',
  'secrets',
  'credential',
  'credentials',
  'authorization',
  'cookie',
  'cookies',
  'apikey',
  'apikeys',
  'accesskey',
  'secretkey',
  'privatekey',
  'authtoken',
  'accesstoken',
  'refreshtoken',
  'bearer',
  'jwt',
  'otp',
  'totp',
])

/** Words that make a following "key" a secret. */
const keys = new Set([
  'api',
  'access',
  'private',
  'secret',
  'signing',
  'encryption',
  'master',
  'auth',
  'account',
  'ssh',
])

/** Words next to "token" that mean a count or a description rather than a token. */
const afterToken = new Set([
  'count',
  'counts',
  'budget',
  'limit',
  'limits',
  'usage',
  'cost',
  'type',
  'rate',
  'window',
  'length',
  'url',
])
const beforeToken = new Set(['per', 'max', 'min', 'total', 'num', 'number'])

/**
 * Whether a field of this name holds a secret, in any naming style: `apiKey`, `X-API-KEY`, `db_password`. The value decides ambiguous
 * names: `tokens: 500` and `pass: 12` are counts.
 */
export function isSecretField(name: string, value: unknown): boolean {
  const words = wordsOf(name)
  const [only] = words
  if (words.length === 1 && only === 'pass' && isCount(value)) return false
  if (words.length === 1 && only === 'auth') return typeof value === 'string'
  if (words.at(-1) === 'tokens') return isTexts(value)
  return words.some((word, index) => {
    if (secret.has(word)) return true
    const [before = '', after = ''] = [words[index - 1], words[index + 1]]
    if (word === 'key' || word === 'keys') return keys.has(before)
    return word === 'token' && !afterToken.has(after) && !beforeToken.has(before)
  })
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\d{1,4}$/.test(value))
}

function isTexts(value: unknown): boolean {
  if (typeof value === 'string') return !/^[\d.,]*$/.test(value)
  return Array.isArray(value) && value.some((item) => typeof item === 'string')
}

const MAX_NAME = 200

/** Splits a name into lower-case words. Only the end of a long name is read, because it carries the meaning. */
function wordsOf(name: string): string[] {
  return name
    .slice(-MAX_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}
