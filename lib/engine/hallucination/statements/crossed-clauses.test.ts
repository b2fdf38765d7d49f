import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const house =
  'The café is on the second floor, the shop on the ground floor. We recommend the Corva for offices and the Mirax for homes. Carrots are planted in March, beans in May. The bar serves cocktails; the bistro serves soup. The library is open to everyone, the sports hall to clubs only.'

const contradicted = (output: string, source = house) => contradictedBy(source, output)

describe('two clauses of one form', () => {
  it.each([
    ['the subject of the second with the first', 'The shop is on the second floor.', 'second'],
    ['the subject of the first with the second', 'The café is on the ground floor.', 'ground'],
    ['objects', 'We recommend the Mirax for offices.', 'offices'],
    ['months', 'Beans are planted in March.', 'March'],
    ['with a verb of their own', 'The bistro serves cocktails.', 'cocktails'],
    ['for everyone', 'The sports hall is open to everyone.', 'everyone'],
  ])('cross: %s', (_what, output, found) => {
    expect(contradicted(output)).toEqual([found])
  })

  it.each([
    'The shop is on the ground floor.',
    'The café is on the second floor and the shop on the ground floor.',
    'We recommend the Mirax for homes.',
    'Beans are planted in May.',
    'The bistro serves soup.',
    'The sports hall is open to clubs only.',
    'The shop is not on the second floor.',
    'Is the shop on the second floor?',
  ])('do not: %s', (output) => {
    expect(contradicted(output)).toEqual([])
  })

  it('may be crossed elsewhere', () => {
    const both = `${house} In winter the shop moves to the second floor.`
    expect(contradicted('The shop is on the second floor.', both)).toEqual([])
  })
})

it('does not say what is there instead', () => {
  const order = 'Customer: I ordered the blue jacket in M on 2 June, but received the green one.'
  expect(contradicted('The customer received a green jacket instead of the blue one.', order)).toEqual([])
})
