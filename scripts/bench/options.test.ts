import { describe, expect, it } from 'vitest'
import { partNames, readOptions } from './options'

describe('the options of the bench', () => {
  it('default to every part at full size, which is the only complete run', () => {
    const { parts, ...options } = readOptions([])
    expect(parts).toEqual(partNames.filter((part) => !['scale', 'flat', 'citus'].includes(part)))
    expect(options).toMatchObject({ isWhole: true, runs: 1_000_000, rounds: 7, sizes: [10_000, 100_000, 1_000_000] })
    expect(options.sent).toBe(500_000)
    expect(readOptions(['scale', '--sizes', '1000000,10000'])).toMatchObject({ sizes: [10_000, 1_000_000] })
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

  it('are not a complete run at another size', () => {
    expect(readOptions(['--runs', '50000'])).toMatchObject({ isWhole: false, runs: 50_000 })
  })

  it('name the folder of labelled data', () => {
    expect(readOptions(['judgement', '--data', 'elsewhere'])).toMatchObject({ parts: ['judgement'], data: 'elsewhere' })
  })

  it.each([[['reads']], [['--runs', 'many']], [['--runs', '10']], [['--rounds', '0']], [['--fast']]])(
    'refuse %j',
    (args) => {
      expect(() => readOptions(args)).toThrow(/npm run bench|takes a whole number/)
    },
  )
})
