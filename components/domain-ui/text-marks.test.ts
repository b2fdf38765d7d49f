import { expect, it } from 'vitest'
import { markQuotes, type TextMark } from './text-marks'

const text = (value: string) => ({ type: 'text', value })
const element = (tagName: string, ...children: object[]) => ({ type: 'element', tagName, children })
const mark = (quote: string): TextMark => ({ quote, kind: 'unsupported', title: 'why' })

/** The tree as text, what is marked in brackets. */
function marked(tree: object, ...quotes: string[]): string {
  markQuotes(quotes.map(mark))()(tree as never)
  const tell = (node: { tagName?: string; value?: string; children?: never[] }): string => {
    const inner = node.value ?? (node.children ?? []).map(tell).join('')
    return node.tagName === 'mark' ? `[${inner}]` : inner
  }
  return tell(tree as never)
}

const sentence = () =>
  element('p', text('It grew by '), element('strong', text('40')), text(' % in 2024, by 40 % in all.'))

it.each<[string, string[], string]>([
  ['across elements', ['by 40 %'], 'It grew [by ][40][ %] in 2024, by 40 % in all.'],
  ['as it stands in Markdown', ['**40** %'], 'It grew by [40][ %] in 2024, by 40 % in all.'],
  ['twice at two places', ['40 %', '40 %'], 'It grew by [40][ %] in 2024, by [40 %] in all.'],
  ['not where it does not stand', ['50 %'], 'It grew by 40 % in 2024, by 40 % in all.'],
])('marks words %s', (_how, quotes, expected) => {
  expect(marked(sentence(), ...quotes)).toBe(expected)
})
