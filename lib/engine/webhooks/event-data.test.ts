import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { truncatePayload } from './event-data'

describe('what a message carries', () => {
  it('leaves small data as it is', () => {
    const data = { summary: 'a run', run: { id: 'r1', quality: null, tags: ['a', 'b'] } }
    expect(truncatePayload(data)).toEqual(data)
  })

  it('cuts long texts without splitting a character', () => {
    const { text } = truncatePayload({ text: `${'x'.repeat(999)}😀😀` })
    expect(text).toHaveLength(1001)
    expect(String(text).isWellFormed()).toBe(true)
  })

  it('stays far below 20 kB in UTF-8, whatever comes in, and says when fields were left out', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.anything({ maxDepth: 3 })),
        fc.integer({ min: 0, max: 40 }),
        (data, n) => {
          const long = Object.fromEntries(Array.from({ length: n }, (_, index) => [`k${index}`, '語'.repeat(1200)]))
          const fitted = truncatePayload({ ...plain(data), ...long })
          expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThan(25_000)
          if (n > 20) expect(fitted).toMatchObject({ isCut: true })
        },
      ),
      { numRuns: 50 },
    )
  })
})

const plain = (data: object) =>
  JSON.parse(JSON.stringify(data, (_key, value) => (typeof value === 'bigint' ? 0 : value)))
