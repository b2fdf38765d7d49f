import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const contradicted = (output: string, text: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text }] }).findings.flatMap(({ verdict, span }) =>
    verdict === 'contradicted' ? span.text : [],
  )
const insured = 'Listed items: 1) violin, EUR 8,400; 2) engagement ring, EUR 3,950; 3) racing bicycle, EUR 2,900.'
const booking =
  'Booking QX7.\nPassengers: 1. Mr Dele Adeyemi (adult, seat 14C), 2. Ms Funmi Adeyemi (adult, seat 14D), 3. Tobi Adeyemi (child, 9, seat 14E)\nOutbound: BA 75'
const recipe =
  '1. Halve and stone the plums, mix with sugar. 2. Rub the butter into the flour. 3. Scatter over the fruit. 4. Bake until golden. The oats are toasted before.'
const agenda =
  '1. Budget. Wendy reported spend of 412k.\n2. Launch date. Abdul proposed moving the launch.\n3. Hiring. Two positions are filled.'

describe('what is told of one item of a numbered list', () => {
  it.each([
    ['The second listed item is the racing bicycle.', insured, ['racing bicycle']],
    ['The second passenger is a child.', booking, ['child']],
    ['In the third step the plums are halved.', recipe, ['plums are halved']],
    ['The first item on the agenda was hiring.', agenda, ['hiring']],
  ])('is contradicted where another has it: %s', (output, source, found) => {
    expect(contradicted(output, source)).toEqual(found)
  })

  it.each([
    ['The second listed item is the engagement ring.', insured],
    ['The third passenger is a child.', booking],
    ['In the first step the plums are halved.', recipe],
    ['In the last step the oats are toasted.', recipe],
    ['The second item on the agenda was the launch date, proposed by Abdul.', agenda],
    ['The first passenger and the third passenger are a child and an adult.', booking],
    ['The second flight has a child.', booking],
    ['The second passenger is not a child.', booking],
  ])('is not where it is its own, or may be of something else: %s', (output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})
