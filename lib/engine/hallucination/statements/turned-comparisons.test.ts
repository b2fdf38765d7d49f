import { expect, it } from 'vitest'
import { detectHallucinations, isDoubt } from '../detect-hallucinations'

const shop =
  'The Alder model is heavier than the Birch model. Sales in the north were higher than in the south. The old road is longer but safer than the new one. Exports grew faster than imports in 2020. The night nurse hands over at 6:30 pm. They serve not tea but coffee in the hall. Dorn won the case against Cole.'

function contradicted(output: string) {
  const { findings } = detectHallucinations({ output, sources: [{ id: 'shop', text: shop }] })
  return findings.some((one) => isDoubt(one) && one.verdict === 'contradicted')
}

it.each([
  ['The Birch model is lighter than the Alder model.', false],
  ['Sales in the south were lower than in the north.', false],
  ['The old road is safer but longer than the new one.', false],
  ['The night nurse hands over at 18:30.', false],
  ['The Birch model is heavier than the Alder model.', true],
  ['The Alder model is lighter than the Birch model.', true],
  ['Sales in the north were lower than in the south.', true],
  ['The old road is shorter but safer than the new one.', true],
  ['Imports grew faster than exports in 2020.', true],
  ['The night nurse hands over at 17:30.', true],
  ['They serve not coffee but tea in the hall.', true],
  ['Cole lost the case against Dorn.', false],
  ['Dorn lost the case against Cole.', true],
  ['Cole won the case against Dorn.', true],
])('%s is contradicted: %s', (output, expected) => {
  expect(contradicted(output)).toBe(expected)
})
