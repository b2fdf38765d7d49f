import { describe, expect, it } from 'vitest'
import type { PairResult, PairWins } from '@/lib/contracts/pairs'
import { compareHref, formatSide } from '../links'
import { pairsSentence, parseSide, toPairSubject } from './pairs'

describe('the URL parameter of a side', () => {
  it.each([
    { run: '0198-a' },
    { run: 'own id/with: colons@' },
    { chain: 'answers', version: '1.0.0' },
    { chain: 'a@b c/d', version: 'main@2' },
  ])('names %j and is read back', (side) => {
    expect(parseSide(formatSide(side))).toEqual(side)
    const { searchParams } = new URL(compareHref('p', side, side), 'http://desk')
    expect(parseSide(searchParams.get('b') ?? '')).toEqual(side)
  })

  it.each(['', 'run:', 'version:answers', 'version:%E0@1', 'other:1'])('%j is invalid', (text) =>
    expect(parseSide(text)).toBeNull(),
  )

  it('allows pair reviews of two sides of one kind and chain', () => {
    expect(toPairSubject({ run: '1' }, { run: '2' })).toEqual({ runs: ['1', '2'] })
    expect(toPairSubject({ run: '1' }, { chain: 'c', version: '1' })).toBeNull()
    expect(toPairSubject({ chain: 'c', version: '1' }, { chain: 'd', version: '1' })).toBeNull()
  })
})

describe('the summary sentence of pair reviews', () => {
  type Given = Partial<Omit<PairResult, 'wins'> & PairWins>
  const result = ({ aWins = 0, bWins = 0, ties = 0, interval = null, ...rest }: Given): PairResult => ({
    ...{ pairs: 12, answered: 12, verdicts: 12, people: 1, wins: { aWins, bWins, ties, interval } },
    ...rest,
  })

  it.each([
    [{ pairs: 0 }, 'No one was asked yet.'],
    [{ answered: 0 }, '12 pairs wait for an answer.'],
    [{ ties: 12 }, 'Of 12 pairs neither side was better.'],
    [
      { aWins: 1, bWins: 9, ties: 2, interval: [0.6, 0.98] as [number, number] },
      '1.5.0 was better in 9 of 10 decided pairs (60 to 98%). 2 pairs were even. People prefer 1.5.0.',
    ],
    [
      { aWins: 2, bWins: 1, interval: [0.06, 0.79] as [number, number] },
      '1.4.0 was better in 2 of 3 decided pairs (21 to 94%). Too few answers to tell which is better.',
    ],
    [{ aWins: 3, bWins: 3, interval: [0.2, 0.8] as [number, number] }, 'Each side was better in 3 pairs.'],
  ] as [Given, string][])('%j', (rest, sentence) =>
    expect(pairsSentence(result(rest), ['1.4.0', '1.5.0'])).toBe(sentence),
  )

  it('says how many have an answer while what they say is hidden', () => {
    const sentence = (answered: number) => pairsSentence({ ...result({ answered }), wins: null }, ['1.4.0', '1.5.0'])
    expect([0, 1, 12].map(sentence)).toEqual([
      '12 pairs wait for an answer.',
      '1 of 12 pairs has an answer.',
      '12 of 12 pairs have an answer.',
    ])
  })
})
