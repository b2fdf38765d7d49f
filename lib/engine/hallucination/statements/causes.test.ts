import { expect, it } from 'vitest'
import { detectHallucinations, isDoubt } from '../detect-hallucinations'

const mine =
  'The flood led to the closure of the mine. Because the pump failed, the cellar filled with water. The outage was caused by a bug in the scheduler. Sales fell because of the strike. Stress causes headaches, and headaches cause stress.'

function contradicted(output: string) {
  const { findings } = detectHallucinations({ output, sources: [{ id: 'mine', text: mine }] })
  return findings.flatMap((one) => (isDoubt(one) && one.verdict === 'contradicted' ? [one.span.text] : []))
}

it.each([
  ['The closure of the mine led to the flood.', 'led'],
  ['Because the cellar filled with water, the pump failed.', 'Because'],
  ['The pump failed because the cellar filled with water.', 'because'],
  ['The bug in the scheduler was caused by the outage.', 'was'],
  ['The outage caused a bug in the scheduler.', 'caused'],
  ['The strike happened because sales fell.', undefined],
])('an effect told as the cause is contradicted: %s', (output, text) => {
  expect(contradicted(output)).toEqual(text === undefined ? [] : [text])
})

it.each([
  ['The closure of the mine was caused by the flood.'],
  ['The cellar filled with water because the pump failed.'],
  ['The pump failed, which is why the cellar filled with water.'],
  ['A bug in the scheduler caused the outage.'],
  ['The strike led to falling sales.'],
  ['Headaches cause stress.'],
])('the same cause in another order is not: %s', (output) => {
  expect(contradicted(output)).toEqual([])
})
