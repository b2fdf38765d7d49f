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

/** What a key is for, in front of the word "key", that makes it one to keep. */
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

/** What stands beside the word "token" where it is counted or described, not given. */
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
 * Whether a field of this name holds something secret, however the name is written: `apiKey`, `X-API-KEY`, `db_password`.
 * The value settles what the name leaves open: `tokens: 500` and `pass: 12` are counts.
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

/** The words of a name; of a long one those at its end, which say what it is. */
function wordsOf(name: string): string[] {
  return name
    .slice(-MAX_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}
