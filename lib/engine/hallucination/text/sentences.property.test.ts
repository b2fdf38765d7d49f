import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spanAt } from './sentences'

it('the sentence at a place is the last that begins at or before it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60), { maxLength: 10 }), fc.nat(70), (starts, place) => {
      const sentences = starts.toSorted((one, other) => one - other).map((start) => ({ start }))
      expect(spanAt(sentences, place)).toBe(sentences.findLastIndex(({ start }) => start <= place))
    }),
  )
})
