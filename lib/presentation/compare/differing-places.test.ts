import { expect, it } from 'vitest'
import { differingPlaces } from './differing-places'

it('structured answers differ by place, texts and conversations as a whole', () => {
  const lines = [{ item: 'paper', amount: 3 }]
  expect(differingPlaces({ total: 107, lines, tags: ['a', 'b'] }, { lines, tags: ['b'], note: { due: null } })).toEqual(
    [
      { path: 'note', a: null, b: 'due: null' },
      { path: 'tags', a: 'a', b: null },
      { path: 'total', a: '107', b: null },
    ],
  )
  expect(differingPlaces('{"a":1}', { a: 2 })).toEqual([{ path: 'a', a: '1', b: '2' }])
  expect(differingPlaces({ total: 107 }, { total: 107 })).toEqual([])
  expect(differingPlaces('Please wait.', 'Kindly wait.')).toBeNull()
  const said = (content: string) => [{ role: 'assistant', content }]
  expect(differingPlaces(said('Please wait.'), said('Kindly wait.'))).toBeNull()
})

it('long texts that begin alike are shown from where they part', () => {
  const shared = 'We have looked into your order and into the payment, and we are sorry for the delay. '.repeat(3)
  expect(differingPlaces({ answer: `${shared}It is refunded.` }, { answer: `${shared}It is not refunded.` })).toEqual([
    { path: 'answer', a: '…delay. It is refunded.', b: '…delay. It is not refunded.' },
  ])
  expect(differingPlaces({ answer: `${shared}Bye.` }, { answer: shared })).toMatchObject([{ b: '…the delay.' }])
  const unbroken = 'x'.repeat(200)
  expect(differingPlaces({ id: `${unbroken}1` }, { id: `${unbroken}2` })).toMatchObject([
    { a: `…${'x'.repeat(12)}1`, b: `…${'x'.repeat(12)}2` },
  ])
})
