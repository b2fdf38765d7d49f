import { describe, expect, it } from 'vitest'
import type { ExecutionSummary, ExecutionView } from '@/lib/contracts/executions'
import {
  afterBestFigures,
  convergenceHeadline,
  oneMoreText,
  prepareAcceptance,
  windowSentence,
  worthCell,
} from './prepare-convergence'

const summary: ExecutionSummary = {
  looked: 200,
  isAll: true,
  since: '2026-11-01T00:00:00Z',
  states: [
    { state: 'improving', count: 81 },
    { state: 'oscillating', count: 28 },
  ],
  accepted: [
    { attempt: 1, count: 30 },
    { attempt: 3, count: 70 },
  ],
  never: 100,
  unnumbered: 0,
  keptBest: 60,
  afterBest: {
    ...{ executions: 22, runs: 40, allRuns: 400 },
    tokens: { sum: 46_700, n: 31 },
    costUsd: { sum: 0, n: 0 },
    durationMs: { sum: 3900, n: 40 },
  },
  needs: 5,
  chains: [],
}

describe('convergence', () => {
  it('the headline counts the states, and names the window if it is not everything', () => {
    expect(convergenceHeadline(summary)).toBe('109 executions of several attempts: 28 oscillating, 81 improving.')
    const unscored = (['undetermined', 'insufficient'] as const).map((state) => ({ state, count: 1 }))
    expect(convergenceHeadline({ ...summary, states: unscored })).toBe(
      '2 executions of several attempts: 1 with no clear trend, 1 with too few scores.',
    )
    expect(convergenceHeadline({ ...summary, states: [] })).toBe('200 executions, none with more than one attempt.')
    expect(windowSentence(summary, 'UTC')).toBeNull()
    expect(windowSentence({ ...summary, looked: 5000, isAll: false }, 'UTC')).toBe(
      'Based on the newest 5,000 executions, since 1 Nov 2026.',
    )
  })

  it('every attempt up to the last accepted one is drawn, and those never accepted are counted', () => {
    const { bars, summary: words } = prepareAcceptance(summary, 'p', { range: '30d', chain: ['answers'] })
    expect(bars.map(({ name, countText }) => `${name}: ${countText}`)).toEqual([
      'Attempt 1: 30 (30%)',
      'Attempt 2: 0 (0%)',
      'Attempt 3: 70 (70%)',
    ])
    expect(bars.map(({ href }) => href)).toEqual([
      '/p/p/runs?range=30d&chain=answers&acceptedAt=1',
      null,
      '/p/p/runs?range=30d&chain=answers&acceptedAt=3',
    ])
    const newest = prepareAcceptance({ ...summary, isAll: false }, 'p', { range: '30d', chain: ['answers'] })
    expect(newest.bars[0]?.href).toBe(
      `/p/p/runs?${new URLSearchParams({ chain: 'answers', from: summary.since ?? '', acceptedAt: '1' })}`,
    )
    expect(words).toBe(
      '100 of 200 executions were accepted, 30 at the first attempt; 100 were never accepted; the best attempt was kept for 60.',
    )
  })

  it('executions accepted at an attempt without a number of its own are accepted, but at none of the numbered ones', () => {
    const { bars, summary: words } = prepareAcceptance({ ...summary, unnumbered: 100, never: 0, keptBest: 0 }, 'p', {})
    expect(bars.at(-1)).toMatchObject({
      name: 'An attempt without a number of its own',
      countText: '100 (50%)',
      href: null,
    })
    expect(words).toBe(
      '200 of 200 executions were accepted, 30 at the first attempt, 100 at one without a number of its own; 0 were never accepted.',
    )
  })

  it('one execution is counted in the singular', () => {
    const single = { ...summary, looked: 2, accepted: [{ attempt: 1, count: 1 }], never: 1, keptBest: 0 }
    expect(prepareAcceptance(single, 'p', { range: '30d' }).summary).toBe(
      '1 of 2 executions was accepted, 1 at the first attempt; 1 was never accepted.',
    )
  })

  it('a cost reported by no attempt is missing, and one reported by some names how many', () => {
    expect(afterBestFigures(summary).map(({ label, value, note }) => `${label}: ${value} ${note}`)).toEqual([
      'Attempts: 40 10% of all, in 22 executions',
      'Tokens: 46.7k of the 31 of 40 that reported it',
      'Cost: — not reported',
      'Time: 3.9 s of all 40 attempts',
    ])
  })

  it('the gain of too few attempts is not shown as a number', () => {
    expect(worthCell({ attempt: 2, n: 4, gain: 0.3, interval: null, verdict: 'too_few' }, 5)).toMatchObject({
      gain: '—',
      words: '4 of 5 needed',
    })
    expect(worthCell({ attempt: 2, n: 9, gain: 0.3, interval: [0.2, 0.4], verdict: 'pays' }, 5)).toMatchObject({
      gain: '+0.30',
      interval: '0.20 to 0.40',
      words: 'pays, on 9',
    })
  })

  it('the gain of one more attempt comes with advice only while the decision leaves it open', () => {
    const oneMore: ExecutionView['oneMore'] = {
      ...{ expectedGain: 0.012, interval: [-0.02, 0.04] },
      ...{ recommendation: 'continue', method: 'trend' },
    }
    const attempts = [1, 2].map((attempt) => ({ attempt, runId: `run-${attempt}`, score: 0.4, best: false }))
    const adviceFor = (decision: ExecutionView['decision']) => oneMoreText({ oneMore, decision, attempts })?.advice
    expect(adviceFor('iterate')).toBe('go on')
    expect(adviceFor('insufficient_evidence')).toBe('go on')
    for (const settled of ['accept', 'accept_best', 'escalate'] as const) expect(adviceFor(settled)).toBeNull()
    const unnumbered = attempts.map((attempt) => ({ ...attempt, attempt: 1 }))
    expect(oneMoreText({ oneMore, decision: 'iterate', attempts: unnumbered })?.advice).toBeNull()
    expect(oneMoreText({ oneMore: null, decision: 'iterate', attempts })).toBeNull()
  })
})
