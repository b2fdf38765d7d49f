import { describe, expect, it } from 'vitest'
import { fingerprintFailure } from '@/lib/engine/failures/fingerprint'

function templateOf(message: string) {
  return fingerprintFailure({ failureClass: 'unknown', nodeType: 'tool', message }).template
}

describe('the template masks what varies between occurrences', () => {
  it.each([
    ['timed out after 120s', 'timed out after <*>'],
    ['job 3f2504e0-4f89-11d3-9a0c-0305e82c3301 failed', 'job <*> failed'],
    ['GET https://api.example.com/v1/x?id=7 failed', 'GET <*> failed'],
    ["ENOENT: no such file or directory, open '/srv/a/b.json'", 'ENOENT: no such file or directory, open <*>'],
    ['File not found: src/lib/x.ts', 'File not found: <*>'],
    ['request req_011CSHoEeqs5C35K2UUqR7Fy rejected', 'request <*> rejected'],
    ['at 2026-11-01T10:00:00Z: boom', 'at <*>: boom'],
    ['', ''],
  ])('%j', (message, template) => {
    expect(templateOf(message)).toBe(template)
  })

  it('keeps words that only look like hexadecimal, and codes that distinguish failures', () => {
    expect(templateOf('the facade decade failed')).toBe('the facade decade failed')
    expect(templateOf('HTTP 503 from upstream')).not.toBe(templateOf('HTTP 429 from upstream'))
  })

  it('uses the message of JSON and the last cause of a stack trace', () => {
    const json = (message: string) => JSON.stringify({ error: { type: 'invalid_request', message } }, null, 2)
    expect(templateOf(json('Field a is missing'))).not.toBe(templateOf(json('The model is overloaded')))
    expect(templateOf('Traceback (most recent call last):\n  File "a.py", line 3\nKeyError: \'k\'')).toMatch(
      /^KeyError/,
    )
  })
})

describe('the answer of a failed execution is its exception', () => {
  const failed = (output: string) => templateOf(`exitcode: 1 (execution failed)\nCode output: ${output}`)
  const trace = 'Traceback (most recent call last):\n  File "/tmp/a.py", line 5, in <module>\n    for x in results:\n'

  it.each([
    [
      `${trace}TypeError: 'NoneType' object is not iterable\nSearch Result 1:\nParis - Wikipedia`,
      'TypeError: <*> object is not iterable',
    ],
    [`${trace}TypeError: 'NoneType' object is not iterable\n`, 'TypeError: <*> object is not iterable'],
    [`${trace}KeyboardInterrupt\nstopped`, 'KeyboardInterrupt'],
    [
      `${trace}x.ValidationError: Row is wrong\n  name: missing\nRows: 3`,
      'x.ValidationError: Row is wrong name: missing',
    ],
    [
      '  File "/tmp/a.py", line 1\n    import os\nIndentationError: unexpected indent\n',
      'IndentationError: unexpected indent',
    ],
  ])('%j', (output, template) => expect(failed(output)).toBe(template))

  it('or all that it printed, if it shows none', () => {
    expect(failed('unknown language json')).toBe('exitcode: 1 (execution failed) Code output: unknown language json')
  })
})

describe('fingerprintFailure', () => {
  const failure = { failureClass: 'timeout', nodeType: 'tool', message: 'timed out after 30s' } as const

  it('includes its version and is equal for occurrences of one failure', () => {
    const { fingerprint } = fingerprintFailure(failure)
    expect(fingerprint).toMatch(/^v2:[0-9a-f]{16}$/)
    expect(fingerprintFailure({ ...failure, message: 'Timed out after 45s' }).fingerprint).toBe(fingerprint)
  })

  it.each([
    { failureClass: 'unknown' as const },
    { nodeType: 'agent' },
    { nodeType: null },
    { errorCode: 504 },
    { message: 'timed out' },
  ])('differs for %j', (other) => {
    expect(fingerprintFailure({ ...failure, ...other }).fingerprint).not.toBe(fingerprintFailure(failure).fingerprint)
  })

  it('is stable between releases of one version', () => {
    expect(fingerprintFailure(failure)).toMatchInlineSnapshot(`
      {
        "fingerprint": "v2:0949538b5cc21411",
        "leaf": "6b2aadf54ca72b13",
        "template": "timed out after <*>",
      }
    `)
  })
})
