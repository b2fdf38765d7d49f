import { describe, expect, it } from 'vitest'
import { fingerprintFailure } from '@/lib/engine/failures/fingerprint'

function templateOf(message: string) {
  return fingerprintFailure({ failureClass: 'unknown', nodeType: 'tool', message }).template
}

describe('the template masks what differs between occurrences', () => {
  it.each([
    ['timed out after 120s', 'timed out after <n>s'],
    ['job 3f2504e0-4f89-11d3-9a0c-0305e82c3301 failed', 'job <uuid> failed'],
    ['GET https://api.example.com/v1/x?id=7 failed', 'GET <url> failed'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED <ip>'],
    ["ENOENT: no such file or directory, open '/srv/a/b.json'", "ENOENT: no such file or directory, open '<path>'"],
    ['File not found: src/x.ts', 'File not found: <path>'],
    ['File not found: notes.txt', 'File not found: <path>'],
    ['C:\\temp\\a.txt is locked', '<path> is locked'],
    ['object at 0x7fa118122910 died', 'object at <hex> died'],
    ['commit 54a9f3ad broke', 'commit <hex> broke'],
    ['request req_011CSHoEeqs5C35K2UUqR7Fy rejected', 'request <id> rejected'],
    ['at 2026-11-01T10:00:00Z: boom', 'at <time>: boom'],
    ['mail to a.b@example.com bounced', 'mail to <email> bounced'],
    ['limit 30,000 used 1.5', 'limit <n> used <n>'],
    ['first line\n  at stack (x.ts:3)', 'first line'],
    ['Traceback (most recent call last):\n  File "a.py", line 3\nKeyError: \'k\'', "KeyError: 'k'"],
    ['', ''],
  ])('%j', (message, template) => {
    expect(templateOf(message)).toBe(template)
  })

  it('keeps words that only look like hexadecimal', () => {
    expect(templateOf('the facade decade failed')).toBe('the facade decade failed')
  })
})

describe('the fingerprint', () => {
  const failure = { failureClass: 'timeout', nodeType: 'tool', message: 'timed out after 30s' } as const

  it('names its version and is the same for occurrences of one failure', () => {
    const { fingerprint } = fingerprintFailure(failure)
    expect(fingerprint).toMatch(/^v1:[0-9a-f]{16}$/)
    expect(fingerprintFailure({ ...failure, message: 'Timed out after 45s' }).fingerprint).toBe(fingerprint)
  })

  it.each([{ failureClass: 'unknown' as const }, { nodeType: 'agent' }, { nodeType: null }, { message: 'timed out' }])(
    'differs with %j',
    (other) => {
      expect(fingerprintFailure({ ...failure, ...other }).fingerprint).not.toBe(fingerprintFailure(failure).fingerprint)
    },
  )

  it('does not change between releases of one version', () => {
    expect(fingerprintFailure(failure)).toMatchInlineSnapshot(`
      {
        "fingerprint": "v1:804f0040ef4fa6f2",
        "template": "timed out after <n>s",
      }
    `)
  })
})
