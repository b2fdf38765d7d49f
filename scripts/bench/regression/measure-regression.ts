import { seededRng } from '@/lib/engine/stats/seeded-rng'
import { formatRatio } from '../figures'
import type { Goal, Section } from '../section'
import { judgeTrial, type Quality, qualityOf, type Trial } from './judge-trials'
import { conformanceScores, fixedConformance, fixedDrop, gaussianScores, type Population } from './populations'
import { type Pair, pairTrials } from './real-pairs'

const TRIALS = 4000
const SEED = 11
const LIKELY = 0.8

type Sizes = readonly [prior: number, current: number]
const sizes: readonly Sizes[] = [
  [3, 3],
  [5, 5],
  [10, 10],
  [30, 3],
  [30, 30],
]
const populations = [gaussianScores(0.02), gaussianScores(0.05), gaussianScores(0.1), conformanceScores]

/** How far the verdict on a version can be trusted: simulated changes whose truth is known, and real ones where there are. */
export function measureRegression(pairs: readonly Pair[] | null): Section[] {
  return [calibrationSection(), alarmSection(), ...(pairs === null ? [] : [pairSection(pairs)])]
}

function simulate(population: Population, [prior, current]: Sizes, trials = TRIALS): Trial[] {
  const random = seededRng(SEED)
  return Array.from({ length: trials }, () => {
    const bump = population.draw(random)
    return judgeTrial(
      Array.from({ length: prior }, bump.prior),
      Array.from({ length: current }, bump.current),
      bump.drop,
    )
  })
}

function calibrationSection(): Section {
  const measured = populations.flatMap((population) =>
    sizes.map((size) => ({ population, size, quality: qualityOf(simulate(population, size)) })),
  )
  const small = measured.filter(({ size }) => size === sizes[0])
  return {
    title: 'Regression: how well the shown probability is calibrated',
    method: `Simulated changes of a version, ${TRIALS.toLocaleString('en-US')} a row, seed ${SEED}: 4 of 10 change nothing, the others are drawn from all sizes; what is judged is the probability of a true drop of more than .05. Brier score and expected calibration error (ten bins) of the probability that the desk shows, and of the bare rule read as 0 or 1. The engine knows neither the spread nor the mix.`,
    columns: ['scores', 'runs', 'true regressions', 'Brier', 'Brier, rule', 'ratio', 'ECE', 'ECE, rule'],
    rows: measured.map(({ population, size, quality }) => [population.name, size.join(' / '), ...cellsOf(quality)]),
    goals: [
      worst('Brier at 3 / 3 at most .60 of the rule', small, ({ brier, ruleBrier }) => brier / ruleBrier, 0.6),
      worst('ECE at 3 / 3 of .03 or less', small, ({ error }) => error, 0.03),
    ],
  }
}

type Measured = { population: Population; quality: Quality }

function worst(aim: string, measured: readonly Measured[], figure: (quality: Quality) => number, limit: number): Goal {
  const [most] = measured.toSorted((a, b) => figure(b.quality) - figure(a.quality))
  const value = most ? figure(most.quality) : Number.NaN
  return { aim, measured: `at most ${value.toFixed(3)} (${most?.population.name})`, isMet: value <= limit }
}

function cellsOf({ regressions, brier, ruleBrier, error, ruleError }: Quality): string[] {
  return [
    percent(regressions),
    brier.toFixed(3),
    ruleBrier.toFixed(3),
    formatRatio(brier / ruleBrier),
    error.toFixed(3),
    ruleError.toFixed(3),
  ]
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** What is unchanged, and what is truly worse, under the same noise. */
const contrasts = [
  ...[0.02, 0.05, 0.1].map((sigma) => [fixedDrop(sigma, 0), fixedDrop(sigma, 0.1)] as const),
  [fixedConformance(0.98, 0.98), fixedConformance(0.98, 0.8)] as const,
  [fixedConformance(0.9, 0.9), fixedConformance(0.9, 0.5)] as const,
]

function alarmSection(): Section {
  const share = (trials: readonly Trial[], isIn: (trial: Trial) => boolean) =>
    percent(trials.filter(isIn).length / trials.length)
  const rows = contrasts.flatMap(([same, worse]) =>
    sizes.map((size) => {
      const [unchanged, dropped] = [simulate(same, size), simulate(worse, size)]
      const isCalled = (trial: Trial) => trial.isCalled
      const isLikely = ({ probability }: Trial) => probability >= LIKELY
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
    method: `Of ${TRIALS.toLocaleString('en-US')} simulated changes each, seed ${SEED}: how often the rule opens a gate on a version that did not change, and on one that is truly worse (by .10 where only sigma is named, else as the contract is kept less often). Beside it how often the shown probability says at least ${LIKELY}: what a reader may call likely.`,
    columns: ['scores', 'runs', 'false alarms', 'found', `false, shown ${LIKELY}`, `found, shown ${LIKELY}`],
    rows,
    goals: [],
  }
}

const pairSizes = [3, 10, 20]

function pairSection(pairs: readonly Pair[]): Section {
  const random = seededRng(SEED)
  const rows = pairSizes.map((size) => {
    const trials = pairTrials(pairs, size, random)
    const quality = qualityOf(trials)
    const called = (isTrue: boolean) => {
      const group = trials.filter((trial) => trial.isTrue === isTrue)
      return group.length === 0 ? 'none' : percent(group.filter(({ isCalled }) => isCalled).length / group.length)
    }
    return [`${size} / ${size}`, ...cellsOf(quality), called(false), called(true)]
  })
  return {
    title: 'Regression: real versions',
    method: `${pairs.length} real pairs of agents, prompts or models, scored item by item, each in both directions: runs drawn from either without putting back, not the same items; the truth is the drop over all items. So few pairs are an example and no estimate.`,
    columns: ['runs', 'true regressions', 'Brier', 'Brier, rule', 'ratio', 'ECE', 'ECE, rule', 'false alarms', 'found'],
    rows,
    goals: [],
  }
}
