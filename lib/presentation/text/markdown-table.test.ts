import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markdownTable, plain, plainStart } from './markdown-table'

it('a table keeps any text within its cell', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 5 }), (rows) => {
      const lines = markdownTable(['A', 'B'], rows).split('\n')
      expect(lines).toHaveLength(rows.length + 2)
      for (const line of lines) expect(line.replaceAll(/\\./g, '').match(/\|/g)).toHaveLength(3)
    }),
  )
})

it('text of others is escaped, at the start of a line a dash or a number too', () => {
  expect(plain('a\n# b <c> [d](e)')).toBe(String.raw`a \# b \<c\> \[d\](e)`)
  expect(['~~c~~', '&lt;', '0.80'].map(plain)).toEqual([String.raw`\~\~c\~\~`, String.raw`\&lt;`, '0.80'])
  expect(['- a', '+ a', '1. b', '10) b', '1 run'].map(plainStart)).toEqual([
    String.raw`\- a`,
    String.raw`\+ a`,
    String.raw`1\. b`,
    String.raw`10\) b`,
    '1 run',
  ])
})
