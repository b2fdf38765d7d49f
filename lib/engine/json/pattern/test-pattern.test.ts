import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testPattern } from './test-pattern'

const SUPPORTED = [
  '',
  'abc',
  '^abc$',
  'a|b|',
  '^(?:a|ab)(c|bcd)$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^\\d{3}\\-\\d{4}$',
  '^[A-Z]{2,3}\\d*$',
  '^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$',
  '\\btotal\\b: \\d+',
  '\\Bx\\B',
  '^(?=.*\\d)(?=.*[a-z]).{4,}$',
  '^(?!draft)\\w+$',
  '^(?<year>\\d+)$',
  '^(a*)*$',
  '^(a+)+$',
  '(?:x{0}){1000}y?',
  '^[\\]\\\\]+$',
  '^[^]$',
  '^\\u{1F600}+$',
  '^\\p{Lu}',
  '^.$',
  '^.*?b$',
  'a{,2}',
  'x{2}|y{1,}',
]
const TEXTS = [
  '',
  'abc',
  'abcd',
  'b',
  'aaaa',
  '2026-11-01',
  '555-1234',
  'AB12',
  'a@b.co',
  'the total: 12',
  'axb',
  'pass1word',
  'draft1',
  ']\\',
  '\n',
  '\u{1F600}',
  'Éa',
  'a{,2}',
  'xx',
  'yyy',
]

describe('testPattern', () => {
  it.each(SUPPORTED)('matches %j like the native engine', (source) => {
    const native = (() => {
      try {
        return new RegExp(source, 'u')
      } catch {
        return new RegExp(source)
      }
    })()
    for (const text of TEXTS) {
      expect([text, testPattern(source, text)]).toEqual([text, { ok: true, matches: native.test(text) }])
    }
  })

  it('matches random small patterns like the native engine', () => {
    const pattern = fc
      .array(fc.constantFrom('a', 'b', '.', '(', ')', '|', '*', '+', '?', '^', '$', '[ab]', '{1,2}', '\\b', '(?='), {
        maxLength: 8,
      })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(pattern, fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 6 }), (source, text) => {
        let native: RegExp
        try {
          native = new RegExp(source, 'u')
        } catch {
          return
        }
        expect(testPattern(source, text)).toEqual({ ok: true, matches: native.test(text) })
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(['^(a+)+$', '^(a|aa)+$', '(.*)*x', '^([a-z]+)*\\d$', '(a*a*)*b', '.*.*.*.*.*.*=x'])(
    'never hangs on %s',
    (source) => {
      const before = process.threadCpuUsage()
      testPattern(source, `${'a'.repeat(5_000)}!`)
      expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
    },
  )

  it.each([
    ['(', 'not a valid regular expression'],
    ['(?<=a)b', 'look-behind and inline flags are not supported'],
    ['(a)\\1', 'back-references are not supported'],
    ['((a{100}){100}){100}', 'the pattern is too large'],
    ['a'.repeat(1_001), 'the pattern is longer than 1000 characters'],
  ])('rejects %.20s', (source, message) => {
    expect(testPattern(source, 'a')).toEqual({ ok: false, message })
  })

  it('rejects a text that is too long and a search that is too costly', () => {
    expect(testPattern('a', 'b'.repeat(100_001)).ok).toBe(false)
    expect(testPattern('(.{0,400}.{0,400}.{0,400})x', 'b'.repeat(90_000)).ok).toBe(false)
  })
})
