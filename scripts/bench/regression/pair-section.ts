import { seededRng } from '@/lib/engine/stats/random'
import { formatRatio } from '../figures'
import type { Section } from '../section'
import { coverageOf, qualityOf } from './judge-trials'
import { type Pair, pairTrials } from './real-pairs'
import { percent, SEED } from './simulate'

const pairSizes = [3, 10, 20]

/** The same on real versions, where there are such. */
export function pairSection(pairs: readonly Pair[]): Section {
  const random = seededRng(SEED)
  const rows = pairSizes.map((size) => {
    const trials = pairTrials(pairs, size, random)
    const { regressions, ruleBrier, plainBrier, brier, error, plainError } = qualityOf(trials, random)
    const called = (isTrue: boolean) => {
      const group = trials.filter((trial) => trial.isTrue === isTrue)
      return percent(group.filter(({ isCalled }) => isCalled).length / group.length)
    }
    return [
      `${size} / ${size}`,
      percent(regressions),
      ...[ruleBrier, plainBrier, brier].map((score) => score.toFixed(3)),
      formatRatio(brier / ruleBrier),
      error.toFixed(3),
      plainError.toFixed(3),
      percent(coverageOf(trials, ({ interval }) => interval)),
      called(false),
      called(true),
    ]
  })
  return {
    title: 'Regression: real versions',
    method: `${pairs.length} real pairs of agents, prompts or models, scored item by item, each in both directions: runs drawn from either without putting back, not the same items; the truth is the drop over all items. So few pairs are an example and no estimate.`,
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
    ],
    rows,
    goals: [],
  }
}
