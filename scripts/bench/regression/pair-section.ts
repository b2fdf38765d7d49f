import { seededRng } from '@/lib/engine/stats/random'
import { formatRatio } from '../figures'
import type { Section } from '../section'
import { coverageOf, qualityOf } from './judge-trials'
import { type Pair, pairTrials } from './real-pairs'
import { percent, SEED } from './simulate'

const pairSizes = [3, 10, 20, 50].flatMap((size) => [
  { size, sameItems: false },
  { size, sameItems: true },
])

/** The same on real versions. */
export function pairSection(pairs: readonly Pair[]): Section {
  const random = seededRng(SEED)
  const rows = pairSizes.map(({ size, sameItems }) => {
    const trials = pairTrials(pairs, size, random, { sameItems })
    const { regressions, ruleBrier, plainBrier, brier, error, plainError } = qualityOf(trials, random)
    const called = (isTrue: boolean, by: 'isCalled' | 'isSaid') => {
      const group = trials.filter((trial) => trial.isTrue === isTrue)
      return group.length === 0 ? '-' : percent(group.filter((trial) => trial[by]).length / group.length)
    }
    return [
      `${size} / ${size}${sameItems ? ', same items' : ''}`,
      percent(regressions),
      ...[ruleBrier, plainBrier, brier].map((score) => score.toFixed(3)),
      formatRatio(brier / ruleBrier),
      error.toFixed(3),
      plainError.toFixed(3),
      percent(coverageOf(trials, ({ interval }) => interval)),
      called(false, 'isCalled'),
      called(true, 'isCalled'),
      called(false, 'isSaid'),
      called(true, 'isSaid'),
    ]
  })
  return {
    title: 'Regression: real versions',
    method: `${pairs.length} real pairs of agents, prompts or models, scored item by item, each in both directions: runs drawn from either without replacement, on any items or on the same of both; the truth is the drop over all items. So few pairs are an example, not an estimate.`,
    columns: [
      'runs',
      'worse',
      'rule',
      'plain',
      'shown',
      'shown / rule',
      'ECE',
      'plain',
      'in interval',
      'false alarms',
      'found',
      'said falsely',
      'said rightly',
    ],
    rows,
    goals: [],
  }
}
