import { describe, expect, it } from 'vitest'
import type { GateOpening } from '@/lib/contracts/gate-evidence'
import { describeDrop, sinceOpening } from './drop-text'
import { askAboutDrop } from './gate-questions'

const odds = (drop: number, exceeds: number) => ({
  drop,
  exceeds,
  interval: [0.02, 0.09] as [number, number],
  runsToSettle: 0,
  byConformance: false,
  byScenario: false,
  method: 'mixture-4' as const,
})
const side = (version: string, n: number, mean: number) => ({ version, n, mean })

const opening: GateOpening = {
  verdict: 'regression',
  word: 'regressed',
  delta: 0.09,
  threshold: 0.05,
  probability: odds(0.99, 0.95),
  prior: side('1.4.0', 40, 0.81),
  current: side('1.5.0', 30, 0.72),
  comparedOn: null,
}
const now = (
  verdict: 'regression' | 'ok' | 'insufficient_sample',
  drop: number,
  exceeds: number,
  n = 80,
  before = 40,
) => ({
  verdict,
  threshold: 0.05,
  probability: odds(drop, exceeds),
  prior: { ...side('1.4.0', before, 0.81), interval: null, dots: [] },
  current: { ...side('1.5.0', n, 0.8), interval: null, dots: [] },
})

describe('describeDrop', () => {
  it.each([
    ['regression', 0.99, 0.95, 'Regressed against 1.4.0', 'fail'],
    ['regression', 0.97, 0.6, 'Regressed by the rule, but inconclusive', 'fail'],
    ['ok', 0.4, 0.05, 'Not worse than 1.4.0', 'pass'],
    ['ok', 0.93, 0.05, 'A little lower than 1.4.0, within 0.05', 'unknown'],
    ['ok', 0.93, 0.5, 'Not worse by the rule, but inconclusive', 'unknown'],
    ['insufficient_sample', 0.99, 0.99, 'Too few live runs to say', 'unknown'],
  ] as const)(
    '%s with a probability of %d to be lower and %d to exceed the limit is "%s"',
    (verdict, drop, above, tag, tone) => {
      expect(describeDrop(now(verdict, drop, above))).toMatchObject({ tag, tone })
    },
  )
})

describe('a gate opened by the regression check', () => {
  it('dates the figures in its question, so that later runs do not make it wrong', () => {
    expect(askAboutDrop('answers', opening)).toEqual({
      title: 'Is answers 1.5.0 worse than 1.4.0?',
      question:
        'When this opened, 30 scored live runs of 1.5.0 had a mean of 0.72, after 0.81 over 40 of 1.4.0: a drop of 0.09, with 0.05 allowed. Keep 1.5.0, or go back to 1.4.0?',
    })
    const close = { ...opening, prior: { ...opening.prior, mean: 0.7734 }, delta: 0.0534 }
    expect(askAboutDrop('answers', close).question).toContain('a drop of 0.053, with 0.05 allowed')
    const uneven = {
      ...opening,
      prior: { ...opening.prior, mean: 0.8317 },
      current: { ...opening.current, mean: 0.6851 },
    }
    expect(askAboutDrop('answers', uneven).question).toMatch(/mean of 0.685, after 0.832 over .* a drop of 0.147,/)
    const shared = { ...opening, comparedOn: ['conformance', 'completeness'] }
    expect(askAboutDrop('answers', shared).question).toContain('by conformance and completeness, which both versions')
  })

  it.each([
    ['nothing new', now('regression', 0.99, 0.95, 30), 'pending', null],
    [
      'more runs, the same verdict',
      now('regression', 0.99, 0.95),
      'pending',
      'Opened on 30 runs against 40; with 80 runs against 40 it is still worse.',
    ],
    [
      'a turn',
      now('ok', 0.4, 0.05),
      'pending',
      'Opened on 30 runs against 40, when it was worse; with 80 runs against 40 it is not worse.',
    ],
    [
      'a probable small drop',
      now('ok', 0.93, 0.05),
      'pending',
      'Opened on 30 runs against 40, when it was worse; with 80 runs against 40 it is a little lower, within the limit of 0.05.',
    ],
    [
      'a change through runs of the prior version',
      now('ok', 0.4, 0.05, 30, 90),
      'pending',
      'Opened on 30 runs against 40, when it was worse; with 30 runs against 90 it is not worse.',
    ],
    [
      'a change before the decision',
      now('ok', 0.4, 0.05),
      'approved',
      'Opened on 30 runs against 40, when it was worse; closed on 80 runs against 40, when it was not worse.',
    ],
  ] as const)('reports the changes since it opened: %s', (_, evidence, state, words) => {
    expect(sinceOpening(opening, evidence, state)).toBe(words)
  })

  it('reports no changes if no check opened it', () => {
    expect(sinceOpening(null, now('ok', 0.4, 0.05), 'pending')).toBeNull()
  })
})
