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
