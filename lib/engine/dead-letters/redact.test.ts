import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REDACTED, redact, redactText } from './redact'

// Concatenated so that secret scanners do not report this test.
const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dozjgNryP4J3jVmNHl0w5N'].join('.')
const pem = ['-----BEGIN RSA PRIVATE', ' KEY-----\nMIIEow\nabc=\n-----END RSA PRIVATE', ' KEY-----'].join('')

describe('redactText replaces only the secret', () => {
  it.each([
    ['Authorization: Bearer abc.def-123', 'Authorization: [redacted]'],
    ['sent "Bearer s3cr3tvalue" twice', 'sent "Bearer [redacted]" twice'],
    [`token ${jwt} expired`, 'token [redacted] expired'],
    [`key:\n${pem}\nend`, 'key:\n[redacted]\nend'],
    ['postgres://app:p@ss/w#rd@db:5432/x', 'postgres://app:[redacted]@db:5432/x'],
    ['https://ghx0123456789abcdef0123@github.com/a/b', 'https://[redacted]@github.com/a/b'],
    ['https://host:8080/a?mail=me@example.com', 'https://host:8080/a?mail=me@example.com'],
    [`Incorrect API key provided: ${'sk-'}proj-AbC123dEf456GhI789`, 'Incorrect API key provided: [redacted]'],
    [`${'ghp'}_0123456789abcdefABCDEF0123456789abcd`, REDACTED],
    [`${'AKIA'}ABCDEFGHIJKLMNOP is gone`, '[redacted] is gone'],
    ['curl -u ada:hunter2 https://x.test', 'curl -u ada:[redacted] https://x.test'],
    ['deploy --password hunter2 --verbose', 'deploy --password [redacted] --verbose'],
    ["deploy --api-key='hunter two' --n 3", "deploy --api-key='[redacted]' --n 3"],
    ['DB_PASSWORD=hunter2 npm test', 'DB_PASSWORD=[redacted] npm test'],
    ['https://x.test/cb?access_token=abc&page=2', 'https://x.test/cb?access_token=[redacted]&page=2'],
    ['Cookie: sid=abc; theme=dark\nHost: x', 'Cookie: [redacted]\nHost: x'],
    ['{"password": "a\\"b", "user": "ada"', '{"password": "[redacted]", "user": "ada"'],
    ['used tokens: 500 of max_tokens=800', 'used tokens: 500 of max_tokens=800'],
    ['pass: 12, fail: 3', 'pass: 12, fail: 3'],
    ['cut: {"tokens":{"input":1', 'cut: {"tokens":{"input":1'],
    [String.raw`{\"token\":\"abc\",\"n\":1}`, String.raw`{\"token\":\"[redacted]\",\"n\":1}`],
    ['note: password: hunter2', 'note: password: [redacted]'],
    ['a basic understanding of tokenizers', 'a basic understanding of tokenizers'],
    ['run with password=$DB_PASSWORD', 'run with password=$DB_PASSWORD'],
  ])('%s', (text, clean) => {
    expect(redactText(text)).toBe(clean)
  })
})

describe('redact recognizes secrets by field names', () => {
  it.each([
    [
      { apiKey: 'x', user: 'ada' },
      { apiKey: REDACTED, user: 'ada' },
    ],
    [{ 'X-API-KEY': 'x' }, { 'X-API-KEY': REDACTED }],
    [{ db: { password: 123456, port: 5432 } }, { db: { password: REDACTED, port: 5432 } }],
    [{ credentials: { user: 'ada', list: ['x'] } }, { credentials: { user: REDACTED, list: [REDACTED] } }],
    [{ headers: [{ name: 'Authorization', value: 'x' }] }, { headers: [{ name: 'Authorization', value: REDACTED }] }],
    [{ headers: [['Cookie', 'a=b']] }, { headers: [['Cookie', REDACTED]] }],
    [{ argv: ['login', '--token', 'x', '--n', '3'] }, { argv: ['login', '--token', REDACTED, '--n', '3'] }],
    [{ args: '{"password":"x","n":1}' }, { args: `{"password":"${REDACTED}","n":1}` }],
    [{ args: '{"password":"x","password":1,"password":""}' }, { args: '{"password":""}' }],
    [
      { args: '{"tokens":{"input":1}, "big":12345678901234567890}' },
      { args: '{"tokens":{"input":1}, "big":12345678901234567890}' },
    ],
    [{ tokens: ['abc'] }, { tokens: [REDACTED] }],
    [
      { password: '', secret: null, cookie: false },
      { password: '', secret: null, cookie: false },
    ],
    [{ 'Bearer abc123def': 1 }, { [`Bearer ${REDACTED}`]: REDACTED }],
  ])('%j', (value, clean) => {
    expect(redact(value)).toEqual(clean)
  })

  it('leaves counts, contracts and criteria of a run that only mention secrets unchanged', () => {
    const run = {
      id: 'run-1',
      tokens: { input: 1, output: 2 },
      budget: { tokens: 500 },
      metadata: { token_count: 7, max_tokens: 9, sort_key: 'a', big: '{"n":12345678901234567890}' },
      contract: { schema: { properties: { password: { type: 'string', minLength: 8 } }, required: ['password'] } },
    }
    expect(redact(run)).toEqual(run)
  })
})

const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const secret = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 24, maxLength: 48 }).map((text) => `${text}7`)
const carriers: readonly ((text: string) => unknown)[] = [
  (text) => ({ password: text }),
  (text) => ({ config: { clientSecret: [text] } }),
  (text) => ({ env: [{ name: 'OPENAI_API_KEY', value: text }] }),
  (text) => ({ headers: { authorization: `Bearer ${text}` } }),
  (text) => ({ cmd: `curl -H "Authorization: Bearer ${text}" https://x.test` }),
  (text) => ({ cmd: `export ACCESS_TOKEN=${text} && make` }),
  (text) => ({ cmd: `login --password "${text}"` }),
  (text) => ({ url: `https://ada:${text}@x.test/a` }),
  (text) => ({ url: `https://x.test/a?api_key=${text}&b=1` }),
  (text) => ({ message: `sk-${text}` }),
  (text) => ({ message: `eyJ${text}.${text}.${text}` }),
  (text) => ({ file: `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----` }),
  (text) => JSON.stringify({ nested: JSON.stringify({ refresh_token: text }) }),
]

it('never leaks a marked secret, wherever it is', () => {
  const place = fc.tuple(
    fc.constantFrom(...carriers),
    secret,
    fc.array(fc.constantFrom('a', 'items', 'result'), { maxLength: 6 }),
  )
  fc.assert(
    fc.property(place, fc.jsonValue(), ([carry, text, path], beside) => {
      const value = path.reduce<unknown>((inner, key) => ({ [key]: [inner, beside] }), carry(text))
      expect(JSON.stringify(redact(value))).not.toContain(text)
    }),
    { numRuns: 500 },
  )
})

it('is idempotent', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...carriers), secret, (value, carry, text) => {
      const once = redact([value, carry(text)])
      expect(redact(once)).toEqual(once)
    }),
  )
})

it.each([
  ['a long word', 'a'.repeat(1_000_000)],
  ['unterminated addresses', 'a://b:'.repeat(150_000)],
  ['prefixes of a JWT', 'eyJ-'.repeat(250_000)],
  ['names without a value', 'password '.repeat(100_000)],
  ['open quotes', 'token="'.repeat(140_000)],
  ['brackets', '['.repeat(500_000)],
])('redacts %s in bounded time', (_, text) => {
  const before = process.threadCpuUsage()
  redact({ text })
  expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000)
})
