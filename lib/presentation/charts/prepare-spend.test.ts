import { describe, expect, it } from 'vitest'
import { finishedStatuses } from '@/lib/contracts/vocabulary'
import { spendHref, spendText } from './prepare-spend'

const sums = { runs: 3, tokens: 900, tokenRuns: 3, costUsd: 0.01, costRuns: 3 }
const period = { from: '2026-11-19T18:00:00.000Z', to: '2026-11-26T18:00:00.000Z' }
const rowOf = (keys: { chain?: string; version?: string; start?: string; end?: string }) => ({
  ...sums,
  ...{ chain: null, version: null, day: null, start: null, end: null, ...keys },
})
const query = (
  keys: Parameters<typeof rowOf>[0],
  of: { from: string | null; to: string } = period,
  chains?: readonly string[],
) => Object.fromEntries(new URL(spendHref(rowOf(keys), of, { project: 'p', chains }), 'http://desk').searchParams)

describe('the runs behind a row of cost and tokens', () => {
  const status = finishedStatuses.join()

  it('are those of the chain or version that ended within the hours that were added up', () => {
    expect(query({ chain: 'answers' })).toEqual({ chain: 'answers', ...period, status })
    expect(query({ chain: 'answers', version: '1.0.0' })).toEqual({
      chain: 'answers',
      version: '1.0.0',
      ...period,
      status,
    })
    expect(query({ chain: 'answers' }, { ...period, from: null })).toEqual({ chain: 'answers', status })
  })

  it('of a day are those of what is counted of it, of the chains shown', () => {
    const day = { start: '2026-11-19T18:00:00.000Z', end: '2026-11-20T11:00:00.000Z' }
    expect(query(day, period, ['answers', 'letters'])).toEqual({
      chain: 'answers,letters',
      from: day.start,
      to: day.end,
      status,
    })
  })
})

describe('a sum of cost and tokens', () => {
  it.each([
    [{ costUsd: 1.23, costRuns: 52, tokens: 9100, tokenRuns: 52 }, '$1.23 and 9.10k tokens on 52 runs.'],
    [
      { costUsd: 1.23, costRuns: 40, tokens: 9100, tokenRuns: 52 },
      '$1.23 on 40 of 52 runs, and 9.10k tokens on 52 runs.',
    ],
    [{ costUsd: 0, costRuns: 40, tokens: null, tokenRuns: 0 }, '$0.00 on 40 of 52 runs; none reported tokens.'],
    [{ costUsd: null, costRuns: 0, tokens: 9100, tokenRuns: 3 }, '9.10k tokens on 3 of 52 runs; none reported a cost.'],
    [{ costUsd: null, costRuns: 0, tokens: null, tokenRuns: 0 }, 'No run in this period reported tokens or cost.'],
  ])('says on how many runs it rests: %j', (total, text) => {
    expect(spendText({ runs: 52, ...total })).toBe(text)
  })
})
