import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'
import { withEnglishMonths } from './foreign-dates'

describe('the months of other languages', () => {
  it.each([
    ['bis zum 30. Juni 2026 zahlen', 'bis zum 30  June 2026 zahlen'],
    ['am 14. März 2026', 'am 14  Mar  2026'],
    ['le 1er août', 'le 1   Aug '],
    ['10 décembre 2025', '10 December 2025'],
    ['el 15 de junio de 2026', 'el 15 of June  of 2026'],
    ['en juin 2026', 'en June 2026'],
    ['il 3 maggio e il 4 luglio', 'il 3 May    e il 4 July  '],
  ])('are written as English does: %s', (text, expected) => {
    expect(withEnglishMonths(text)).toBe(expected)
    expect(expected.length).toBe(text.length)
  })

  it.each(['3 March 2021', 'in June 2026', 'Juni kommt', '20 marsh birds', 'section 3 maintenance'])(
    'leave %s as it is',
    (text) => {
      expect(withEnglishMonths(text)).toBe(text)
    },
  )

  const found = (output: string, text: string) =>
    detectHallucinations({ output, sources: [{ id: 's', text }] }).findings.map(
      ({ verdict, span }) => `${verdict}: ${span.text}`,
    )
  const letter = 'Die Nachzahlung von 354,60 Euro ist bis zum 30. Juni 2026 zu überweisen.'

  it('agree with the same date in another form or language', () => {
    expect(found('Die Nachzahlung von 354,60 € muss bis 30.06.2026 überwiesen werden.', letter)).toEqual([])
    expect(found('The sum of €354.60 is due by 30 June 2026.', letter)).toEqual([])
  })

  it('contradict another date, which the finding has as it is written', () => {
    expect(found('Die Nachzahlung ist bis zum 31. Juli 2026 zu überweisen.', letter)).toEqual([
      'contradicted: 31. Juli 2026',
    ])
  })
})
