import { expect, it } from 'vitest'
import { markedPieces, markQuotes, marksUnder, type TextMark } from './text-marks'

const text = (value: string) => ({ type: 'text', value })
const element = (tagName: string, ...children: object[]) => ({ type: 'element', tagName, children })
const mark = (quote: string): TextMark => ({ quote, kind: 'unsupported', title: 'why' })

/** Returns the marked tree as text, with marks in brackets. */
function marked(tree: object, ...quotes: string[]): string {
  markQuotes(quotes.map(mark))()(tree as never)
  const toText = (node: { tagName?: string; value?: string; children?: never[] }): string => {
    const inner = node.value ?? (node.children ?? []).map(toText).join('')
    return node.tagName === 'mark' ? `[${inner}]` : inner
  }
  return toText(tree as never)
}

const sentence = () =>
  element('p', text('It grew by '), element('strong', text('40')), text(' % in 2024, by 40 % in all.'))

it.each<[string, string[], string]>([
  ['across elements', ['by 40 %'], 'It grew [by ][40][ %] in 2024, by 40 % in all.'],
  ['written with Markdown syntax', ['**40** %'], 'It grew by [40][ %] in 2024, by 40 % in all.'],
  ['given twice, at its first two occurrences', ['40 %', '40 %'], 'It grew by [40][ %] in 2024, by [40 %] in all.'],
  ['only if it occurs in the text', ['50 %'], 'It grew by 40 % in 2024, by 40 % in all.'],
])('marks a quote %s', (_how, quotes, expected) => {
  expect(marked(sentence(), ...quotes)).toBe(expected)
})

it('cuts a plain text at its quotes', () => {
  const pieces = markedPieces('40 % of 100', [mark('100'), mark('40'), mark('7')])
  expect(pieces.map((piece) => (piece.mark ? `[${piece.text}]` : piece.text)).join('')).toBe('[40] % of [100]')
})

it.each([
  [
    'items',
    [
      ['[0].total', '84'],
      [undefined, 'anywhere'],
    ],
  ],
  [
    'items[0]',
    [
      ['total', '84'],
      [undefined, 'anywhere'],
    ],
  ],
  [
    'items[0].total',
    [
      ['', '84'],
      [undefined, 'anywhere'],
    ],
  ],
  ['item', [[undefined, 'anywhere']]],
  [
    'total',
    [
      ['', '242'],
      [undefined, 'anywhere'],
    ],
  ],
])('a field %s has the marks of its own path, and those without one', (name, kept) => {
  const marks = [{ ...mark('84'), path: 'items[0].total' }, { ...mark('242'), path: 'total' }, mark('anywhere')]
  expect(marksUnder(marks, name).map(({ path, quote }) => [path, quote])).toEqual(kept)
})

it('gives the field of one record of a list no mark of another record', () => {
  const inList = marksUnder([{ ...mark('84'), path: 'items[0].total' }], 'items')
  expect(marksUnder(inList, '[0].total')).toEqual([{ ...mark('84'), path: '' }])
  expect(marksUnder(inList, '[1].total')).toEqual([])
  expect(marksUnder(inList, '[0].net')).toEqual([])
})
