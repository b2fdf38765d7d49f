import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const source =
  'Ada Holm said: "Our guests asked for smaller rooms and got them." "Half of the apples were lost to frost this year," said Viktor Stark.'
const quotes = (output: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] }).findings.flatMap(({ type, verdict, span }) =>
    type === 'false_quote' ? [`${verdict}: ${span.text}`] : [],
  )

describe('a quotation of two to five words', () => {
  it.each([
    ['Ada Holm spoke of "asked for cheaper" things.', 'contradicted: "asked for cheaper"'],
    ['Ada Holm said they wanted "terrible rooms and" more.', 'contradicted: "terrible rooms and"'],
    ['Ada Holm described it as "guests asked for cheaper rooms".', 'contradicted: "guests asked for cheaper rooms"'],
    ['Ada Holm spoke of "cheaper rooms".', 'contradicted: "cheaper rooms"'],
    ['Viktor Stark called it "half of the pears".', 'contradicted: "half of the pears"'],
    ['Viktor Stark spoke of “lost to rain.”', 'contradicted: “lost to rain.”'],
  ])('is false with another word: %s', (output, expected) => {
    expect(quotes(output)).toEqual([expected])
  })

  it.each([
    ['as it is', 'Ada Holm spoke of "asked for smaller" rooms.'],
    ['of someone else', 'Ada Holm spoke of "frost last year".'],
    ['that is a term', 'The "asked for cheaper" list is long.'],
    ['with another function word', 'Ada Holm spoke of "smaller rooms or".'],
    ['with a word left out', 'Ada Holm spoke of "smaller rooms got".'],
    ['in another form', 'Viktor Stark said it was "frosty this year".'],
    ['of other words', 'Ada Holm spoke of "long cold nights".'],
  ])('is not %s', (_case, output) => {
    expect(quotes(output)).toEqual([])
  })
})
