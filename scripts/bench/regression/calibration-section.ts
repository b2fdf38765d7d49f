import { seededRng } from '@/lib/engine/stats/random'
import { formatRatio } from '../figures'
import type { Goal, Section } from '../report'
import { type Quality, qualityOf } from './judge-trials'
import { furtherPopulations, otherPopulations } from './other-populations'
import { gaussianScores, methodsGaussian, methodsTrace, type Population, traceScores } from './populations'
import { percent, SEED, type Sizes, simulate, TRIALS } from './simulate'

const sizes: readonly Sizes[] = [
  [3, 3],
  [30, 3],
  [10, 10],
]
const known = [
  methodsGaussian,
  ...[0.02, 0.05, 0.1].map(gaussianScores),
  methodsTrace,
  traceScores,
  ...furtherPopulations,
]

const columns = [
  'changes',
  'runs',
  'worse',
  'rule',
  'plain',
  'shown',
  'best',
  'shown / rule',
  'ECE',
  'by chance',
  'plain',
]

type Measured = { population: Population; size: Sizes; quality: Quality }

const measure = (populations: readonly Population[]): Measured[] =>
  populations.flatMap((population) =>
    sizes.map((size) => {
      const trials = simulate(population, size)
      return { population, size, quality: qualityOf(trials, seededRng(SEED)) }
    }),
  )

const legend =
  'Brier score (less is better) of the bare rule read as 0 or 1, of a plain posterior (one size of change, tau .05, and an assumed spread, s0 .05), of the probability that the desk shows, and of the best that anyone could say who knew how changes and spreads are really distributed; then expected calibration error (ten bins) of what is shown, what it would be by chance if every probability were right, and that of the plain posterior.'

/** How well the shown probability of a drop above .05 is calibrated, on the kinds of change that the method was chosen on. */
export function calibrationSection(): Section {
  const measured = measure(known)
  const small = measured.filter(({ size }) => size === sizes[0])
  const committed = small.filter(({ population }) => [methodsGaussian, methodsTrace].includes(population))
  return {
    title: 'Regression: how well the shown probability is calibrated',
    method: `Simulated changes of a version, ${TRIALS.toLocaleString('en-US')} a row, seed ${SEED}; the engine knows neither the spread nor the mix. ${legend}`,
    columns,
    rows: measured.map(toRow),
    goals: [
      worst('Brier of the two mixed kinds at 3 / 3 at most .60 of the rule', committed, ratioOf, 0.6),
      worst('ECE of the two mixed kinds at 3 / 3 of .03 or less', committed, ({ quality }) => quality.error, 0.03),
      worst('Brier of each kind at 3 / 3 at most .60 of the rule', small, ratioOf, 0.6),
      worst('ECE of each kind at 3 / 3 of .03 or less', small, ({ quality }) => quality.error, 0.03),
    ],
  }
}

/** The same on kinds of change that were not used to choose the method. */
export function otherCalibrationSection(): Section {
  return {
    title: 'Regression: the same on changes of other kinds',
    method: `As above, on mixes, spreads and scales that were not used to choose the method. ${legend}`,
    columns,
    rows: measure(otherPopulations).map(toRow),
    goals: [],
  }
}

const ratioOf = ({ quality }: Measured) => quality.brier / quality.ruleBrier

function worst(aim: string, measured: readonly Measured[], figure: (one: Measured) => number, limit: number): Goal {
  const [most] = measured.toSorted((a, b) => figure(b) - figure(a))
  const value = most ? figure(most) : Number.NaN
  const best = most ? most.quality.bestBrier / most.quality.ruleBrier : Number.NaN
  const reach = figure === ratioOf && Number.isFinite(best) ? `; the best possible is ${best.toFixed(2)}` : ''
  return { aim, measured: `at most ${value.toFixed(3)} (${most?.population.name}${reach})`, isMet: value <= limit }
}

const three = (value: number) => (Number.isFinite(value) ? value.toFixed(3) : '-')

function toRow({ population, size, quality }: Measured): string[] {
  return [
    population.name,
    size.join(' / '),
    percent(quality.regressions),
    three(quality.ruleBrier),
    three(quality.plainBrier),
    three(quality.brier),
    three(quality.bestBrier),
    formatRatio(quality.brier / quality.ruleBrier),
    three(quality.error),
    three(quality.errorByChance),
    three(quality.plainError),
  ]
}
