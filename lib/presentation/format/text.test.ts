import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutLine, cutMiddle, shellWord, splitText, startOf } from './text'

it.each([
  ['help-desk', 'help-desk'],
  ['1.4.0-rc.1+7', '1.4.0-rc.1+7'],
  ['two words', "'two words'"],
  ['', "''"],
])('%j is written %s', (text, word) => {
  expect(shellWord(text)).toBe(word)
})

it.each(["it's", '$(touch x)', '`id`', '"; rm -rf ~; "', 'naïve', 'a\nb', '*', '~', '-n'])(
  'a shell reads %j unchanged',
  (text) => {
    expect(execFileSync('sh', ['-c', `printf '%s' ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text)
  },
)

describe('cutMiddle', () => {
  it('keeps what tells messages of one kind apart', () => {
    const text = `Traceback (most recent call last): File "/srv/run_step.py", line 80, in run_step: KeyError: 'total'`
    expect(cutMiddle(text, 60)).toMatch(/^Traceback .* … .*KeyError: 'total'$/)
    expect(cutMiddle(text, 60).length).toBeLessThanOrEqual(60)
  })

  it('removes what controls a terminal or turns text around', () => {
    expect(cutMiddle('\u001b]0;title\u0007 \u202efailed', 40)).toBe(']0;title failed')
  })

  it('leaves a short line, and makes one of several', () => {
    expect(cutMiddle('a  b\n c', 5)).toBe('a b c')
  })

  it('cuts between short words, and through long ones', () => {
    const text = 'The source says "Dear customer, your order was placed on 14 May for 98 EUR by Jonas Weber."'
    expect(cutMiddle(text, 60)).toBe('The source says "Dear … May for 98 EUR by Jonas Weber."')
    expect(cutMiddle('a'.repeat(100), 43)).toBe(`${'a'.repeat(17)} … ${'a'.repeat(23)}`)
  })

  it('breaks no character', () => {
    for (let max = 10; max < 20; max++) expect(cutMiddle('😀'.repeat(20), max).isWellFormed()).toBe(true)
  })
})

describe('startOf', () => {
  const family = '👨‍👩‍👧'
  const accented = 'e\u0301'
  it.each([
    ['abcdef', 4, 'abcd'],
    ['abc', 4, 'abc'],
    ['abc😀', 4, 'abc'],
    [`ab${family}c`, 6, 'ab'],
    [`ab${family}c`, 10, `ab${family}`],
    [`caf${accented}s`, 4, 'caf'],
    [`${'x'.repeat(200)}${family}`, 204, 'x'.repeat(200)],
  ])('of %j with at most %i is whole', (text, max, start) => {
    expect(startOf(text, max)).toBe(start)
  })

  it('ends somewhere also in a character that does not end', () => {
    const endless = `e${'\u0301'.repeat(500)}`
    expect(startOf(endless, 300)).toBe(endless.slice(0, 300))
  })

  it('cuts lines and middles alike', () => {
    expect(cutLine(`ab${family}${family}`, 12)).toBe(`ab${family}…`)
    for (let max = 10; max < 30; max++)
      expect(cutMiddle(family.repeat(9), max).replaceAll(family, '')).toMatch(/^ ?… ?$/)
  })
})

describe('splitText', () => {
  it.each([
    ['a b\nc d', 6, ['a b\n', 'c d']],
    ['one two three', 8, ['one two ', 'three']],
    ['abcdef', 4, ['abcd', 'ef']],
    ['abc😀', 4, ['abc', '😀']],
    ['', 4, []],
  ])('cuts %j after lines, words or letters', (text, max, pieces) => {
    expect(splitText(text, max)).toEqual(pieces)
  })

  it('loses nothing and divides no letter', () => {
    const words = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '😀'), maxLength: 200 })
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 40 }), (text, max) => {
        const pieces = splitText(text, max)
        expect(pieces.join('')).toBe(text)
        for (const piece of pieces) expect([piece.length <= max, piece.isWellFormed()]).toEqual([true, true])
      }),
    )
  })
})
