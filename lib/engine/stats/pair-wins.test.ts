import { expect, it } from 'vitest'
import { countWins, type PairChoice } from './pair-wins'

const said = (...choices: PairChoice[][]) =>
  choices.flatMap((own, pair) => own.map((choice) => ({ pairId: String(pair), choice })))

it.each<[string, PairChoice[][], object]>([
  ['nothing', [], { aWins: 0, bWins: 0, ties: 0, interval: null }],
  ['only even pairs', [['equal'], ['equal']], { aWins: 0, bWins: 0, ties: 2, interval: null }],
  ['pairs, not verdicts', [['b', 'b', 'b'], ['a']], { aWins: 1, bWins: 1, ties: 0 }],
  [
    'the majority of a pair',
    [
      ['b', 'a', 'b'],
      ['a', 'equal', 'a'],
    ],
    { aWins: 1, bWins: 1, ties: 0 },
  ],
  ['a split pair as even', [['a', 'b'], ['a', 'equal'], ['b']], { aWins: 0, bWins: 1, ties: 2 }],
])('countWins counts %s', (_, choices, expected) => expect(countWins(said(...choices))).toMatchObject(expected))

it('the share has its Wilson interval', () => {
  const { interval } = countWins(said(...Array.from({ length: 10 }, (_, at): PairChoice[] => [at < 8 ? 'b' : 'a'])))
  expect(interval?.[0]).toBeCloseTo(0.49, 2)
  expect(interval?.[1]).toBeCloseTo(0.943, 2)
})
