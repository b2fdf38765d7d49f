import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const contradicted = (output: string, source?: string) =>
  detectHallucinations({ output, ...(source ? { sources: [{ id: 's', text: source }] } : {}) }).findings.flatMap(
    ({ verdict, span }) => (verdict === 'contradicted' ? span.text : []),
  )

const kit = 'The kit contains:\n- A torch\n- A stove\n- A whistle\n- A rope'
const within = 'The kit contains a torch, a stove, a whistle and a rope.'

describe('the number of things in a list of the sources', () => {
  it.each([
    ['The kit contains four items.', kit],
    ['The kit has four items.', within],
    ['The kit contains at least three items.', kit],
    ['The kit contains three more items.', kit],
    ['The kit contains two tools.', `${kit}\nIt has two tools.`],
    ['The kit lasts three days.', kit],
    ['The box contains three items.', kit],
    ['Does the kit contain three items?', kit],
  ])('is not where it agrees or tells of something else: %s', (output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})

describe('the number of things that an output announces', () => {
  it.each([
    'The kit has five items: rope, map, compass, stove, blanket.',
    'There are three options:\n- Basic\n- Standard\n- Premium',
    'Seven singles were released: "The Girl Is Mine", "Billie Jean", "P.Y.T. (Pretty Young Thing)", and "Thriller".',
    'There are four options:\n- Basic\n- Standard\n\nFor teams:\n- Premium\n- Full',
    'Two teams of three players are needed: keepers, strikers, and wings.',
  ])('is not where it agrees or the list may go on: %s', (output) => {
    expect(contradicted(output)).toEqual([])
  })
})
