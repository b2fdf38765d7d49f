import { expect, it } from 'vitest'
import { parseTerms, toTsQuery, toTsVector, toWords } from './text'

it.each([
  ['The Refund, of order SH-004711!', ['the', 'refund', 'of', 'order', 'sh', '004711']],
  ['rate_limit “naïve” ÉTÉ', ['rate', 'limit', 'naïve', 'été']],
  ['返品a', ['返', '品', 'a']],
  [`x ${'y'.repeat(200)}`, ['x']],
  ["o'clock \\ ' \" : & | !", ['o', 'clock']],
])('splits %j into words', (text, words) => {
  expect(toWords(text)).toEqual(words)
})

it('writes words with their positions, and node names without', () => {
  expect(toTsVector('a b A', ["node:o'clock"])).toBe("'node:o''clock' 'a':1,3 'b':2")
})

it.each([
  ['refund full', "('refund') & ('full':*)"],
  ['"in full" -late', "('in' <-> 'full') & !('late')"],
  ['sh-0047', "('sh' <-> '0047':*)"],
  ['a', "('a')"],
  ['"open', "('open')"],
  ['- "" %%', ''],
])('converts %j to the tsquery %s', (text, query) => {
  expect(toTsQuery(parseTerms(text), [])).toBe(query)
})
