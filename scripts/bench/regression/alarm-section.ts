import type { Section } from '../section'
import type { Trial } from './judge-trials'
import { fixedConformance, fixedDrop } from './populations'
import { percent, SEED, type Sizes, simulate, TRIALS } from './simulate'

const LIKELY = 0.8

const sizes: readonly Sizes[] = [
  [3, 3],
  [5, 5],
  [10, 10],
  [30, 3],
  [30, 30],
]

/** Unchanged versions, and truly worse ones with the same noise. */
const contrasts = [
  ...[0.02, 0.05, 0.1].map((sigma) => [fixedDrop(sigma, 0), fixedDrop(sigma, 0.1)] as const),
  [fixedConformance(0.98, 0.98), fixedConformance(0.98, 0.8)] as const,
  [fixedConformance(0.9, 0.9), fixedConformance(0.9, 0.5)] as const,
]

/** How often an unchanged version is called worse, and a worse one is found. */
export function alarmSection(): Section {
  const share = (trials: readonly Trial[], isIn: (trial: Trial) => boolean) =>
    percent(trials.filter(isIn).length / trials.length)
  const isCalled = (trial: Trial) => trial.isCalled
  const isLikely = ({ probability }: Trial) => probability >= LIKELY
  const rows = contrasts.flatMap(([same, worse]) =>
    sizes.map((size) => {
      const [unchanged, dropped] = [simulate(same, size), simulate(worse, size)]
      return [
        worse.name,
        size.join(' / '),
        share(unchanged, isCalled),
        share(dropped, isCalled),
        share(unchanged, isLikely),
        share(dropped, isLikely),
      ]
    }),
  )
  return {
    title: 'Regression: false alarms and power',
    method: `Of ${TRIALS.toLocaleString('en-US')} simulated changes each, seed ${SEED}: how often the rule opens a gate on a version that did not change, and on one that is truly worse (by .10 if only sigma is named, else by keeping the contract less often). Next to it, how often the shown probability is at least ${LIKELY}, which a reader may call likely.`,
    columns: ['scores', 'runs', 'false alarms', 'found', `false, shown ${LIKELY}`, `found, shown ${LIKELY}`],
    rows,
    goals: [],
  }
}
