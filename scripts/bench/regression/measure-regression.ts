import { judgeDrop } from '@/lib/engine/regression/regression-posterior'
import { seededRng } from '@/lib/engine/stats/random'
import { formatMs, formatRatio, median, quantileOf } from '../figures'
import type { Section } from '../report'
import { calibrationSection, otherCalibrationSection } from './calibration-section'
import { coverageSection } from './coverage-section'
import { historySection } from './history-section'
import { coverageOf, judgeTrial, policy, qualityOf, type Trial, toSample } from './judge-trials'
import {
  fixedConformance,
  fixedDrop,
  gaussianScores,
  methodsGaussian,
  methodsTrace,
  type Population,
  traceScores,
} from './populations'
import { type Pair, pairTrials } from './real-pairs'
import { percent, SEED, type Sizes, simulate, TRIALS } from './simulate'
import { weeklyFlagSection } from './weekly-flags'

/** Measures how far the verdict on a version can be trusted: on simulated changes with known truth, and on real ones if available. */
export function measureRegression(pairs: readonly Pair[] | null): Section[] {
  return [
    calibrationSection(),
    otherCalibrationSection(),
    coverageSection(),
    alarmSection(),
    historySection(),
    settleSection(),
    speedSection(),
    ...(pairs === null ? [] : [pairSection(pairs)]),
    weeklyFlagSection(),
  ]
}

const VERSIONS = 100
const ROUNDS = 15

/** How long it takes to judge every version of a page. */
function speedSection(): Section {
  const kinds: [Population, Sizes][] = [
    [methodsGaussian, [3, 3]],
    [methodsGaussian, [1000, 1000]],
    [methodsTrace, [3, 3]],
    [methodsTrace, [1000, 1000]],
  ]
  return {
    title: 'Regression: how long a verdict takes',
    method: `${VERSIONS} versions judged one after the other from the sums of their runs, ${ROUNDS} rounds after one to warm up, one core, no database.`,
    columns: ['changes', 'runs', `${VERSIONS} versions, p50`, 'p95', 'one version'],
    rows: kinds.map(([population, size]) => [population.name, size.join(' / '), ...measureSpeed(population, size)]),
    goals: [],
  }
}

function measureSpeed({ draw }: Population, [prior, current]: Sizes): string[] {
  const random = seededRng(SEED)
  const pairs = Array.from({ length: VERSIONS }, () => {
    const bump = draw(random)
    return [
      toSample(Array.from({ length: prior }, bump.prior)),
      toSample(Array.from({ length: current }, bump.current)),
    ] as const
  })
  const round = () => {
    const startedAt = performance.now()
    for (const [before, after] of pairs) judgeDrop(before, after, policy)
    return performance.now() - startedAt
  }
  round()
  const times = Array.from({ length: ROUNDS }, round)
  const usual = quantileOf(times, 0.5)
  return [formatMs(usual), formatMs(quantileOf(times, 0.95)), formatMs(usual / VERSIONS)]
}

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
function alarmSection(): Section {
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

const SETTLE_TRIALS = 1500
const MAX_MORE = 50

/** How often "about k more runs would settle it" comes true, by drawing the runs. */
function settleSection(): Section {
  const kinds = [methodsGaussian, gaussianScores(0.05), gaussianScores(0.1), methodsTrace, traceScores]
  return {
    title: 'Regression: whether "about k more runs" settle it',
    method: `${SETTLE_TRIALS.toLocaleString('en-US')} simulated changes a row, seed ${SEED}, 3 runs of either version; more runs of both are drawn one after the other. Of those not settled: for how many no k up to ${MAX_MORE} was named; for the others, how often it was settled within k runs, and with exactly k; the median of the named k, and of the runs it actually took (${MAX_MORE} if it took more).`,
    columns: ['changes', 'open', 'no k named', 'by k', 'at k', 'k, median', 'took, median'],
    rows: kinds.map((population) => [population.name, ...measureSettling(population)]),
    goals: [],
  }
}

function measureSettling({ draw }: Population): string[] {
  const random = seededRng(SEED)
  const open: { named: number | null; took: number; isSettledAt: boolean }[] = []
  for (let trial = 0; trial < SETTLE_TRIALS; trial += 1) {
    const { drop, prior, current } = draw(random)
    const runs = { prior: Array.from({ length: 3 }, prior), current: Array.from({ length: 3 }, current) }
    const { runsToSettle: named } = judgeTrial(runs.prior, runs.current, drop)
    if (named === 0) continue
    const last = named ?? 0
    let took = MAX_MORE
    let isSettledAt = false
    for (let more = 1; more <= last; more += 1) {
      runs.prior.push(prior())
      runs.current.push(current())
      const isSettled = judgeTrial(runs.prior, runs.current, drop).runsToSettle === 0
      if (isSettled) took = Math.min(took, more)
      if (more === named) isSettledAt = isSettled
    }
    open.push({ named, took, isSettledAt })
  }
  const told = open.flatMap((one) => (one.named === null ? [] : { ...one, named: one.named }))
  return [
    percent(open.length / SETTLE_TRIALS),
    percent(1 - told.length / open.length),
    percent(told.filter(({ took, named }) => took <= named).length / told.length),
    percent(told.filter(({ isSettledAt }) => isSettledAt).length / told.length),
    String(median(told.map(({ named }) => named))),
    String(median(told.map(({ took }) => took))),
  ]
}

const pairSizes = [3, 10, 20, 50].flatMap((size) => [
  { size, sameItems: false },
  { size, sameItems: true },
])

/** False alarms, power and errors on real versions. */
function pairSection(pairs: readonly Pair[]): Section {
  const random = seededRng(SEED)
  const rows = pairSizes.map(({ size, sameItems }) => {
    const trials = pairTrials(pairs, size, random, { sameItems })
    const { regressions, ruleBrier, plainBrier, brier, error, plainError } = qualityOf(trials, random)
    const [harmless, worse] = [trials.filter(({ isTrue }) => !isTrue), trials.filter(({ isTrue }) => isTrue)]
    const shareOf = (group: readonly Trial[], by: 'isCalled' | 'isSaid') =>
      group.length === 0 ? '-' : percent(group.filter((trial) => trial[by]).length / group.length)
    return [
      `${size} / ${size}${sameItems ? ', same items' : ''}`,
      percent(regressions),
      ...[ruleBrier, plainBrier, brier].map((score) => score.toFixed(3)),
      formatRatio(brier / ruleBrier),
      error.toFixed(3),
      plainError.toFixed(3),
      percent(coverageOf(trials, ({ interval }) => interval)),
      shareOf(harmless, 'isCalled'),
      shareOf(worse, 'isCalled'),
      shareOf(harmless, 'isSaid'),
      shareOf(worse, 'isSaid'),
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
