import { describe, expect, it } from 'vitest'
import { partNames, readOptions } from './options'

describe('the options of the bench', () => {
  it('are every part at full size unless told otherwise, which alone is a whole run', () => {
    expect(readOptions([])).toEqual({ parts: partNames, isWhole: true, runs: 1_000_000, rounds: 7, pairs: undefined })
  })

  it.each([
    [['memory,ingest'], ['ingest', 'memory']],
    [
      ['memory', 'ingest'],
      ['ingest', 'memory'],
    ],
  ])('measure the parts of %j in their own order, and never pass for a whole run', (args, parts) => {
    expect(readOptions(args)).toMatchObject({ parts, isWhole: false })
  })

  it('never pass for a whole run at another size', () => {
    expect(readOptions(['--runs', '50000'])).toMatchObject({ parts: partNames, isWhole: false, runs: 50_000 })
  })

  it('name where the data of others are', () => {
    expect(readOptions(['judgement', '--data', 'elsewhere'])).toMatchObject({ parts: ['judgement'], data: 'elsewhere' })
  })

  it.each([[['reads']], [['--runs', 'many']], [['--runs', '10']], [['--rounds', '0']], [['--fast']]])(
    'refuse %j',
    (args) => {
      expect(() => readOptions(args)).toThrow(/npm run bench|takes a whole number/)
    },
  )
})
