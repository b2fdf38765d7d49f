import { exceeds } from '@/lib/engine/tolerance'
import type { Section } from '../report'
import { coverageOf, type Trial } from './judge-trials'
import { furtherPopulations, otherPopulations } from './other-populations'
import { conformanceBump, gaussianBump, gaussianScores, methodsGaussian, type Population, pick } from './populations'
import { FEWER_TRIALS, percent, SEED, type Sizes, simulate } from './simulate'

const sizes: readonly Sizes[] = [
  [3, 3],
  [30, 3],
  [10, 10],
]

/** The sizes of drop, simulated equally often. */
const DROPS = [-0.1, 0, 0.02, 0.05, 0.08, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5] as const

const everySize: readonly Population[] = [
  ...[0.02, 0.05, 0.1].map((sigma) => ({
    ...gaussianScores(sigma),
    draw: (random: () => number) => gaussianBump(random, pick(DROPS, random), sigma),
  })),
  {
    name: 'trace, only the rate falls',
    draw(random) {
      const kept = pick([1, 0.98, 0.9], random)
      return conformanceBump(random, kept, kept * pick([1, 1, 0.9, 0.75, 0.5, 0.25, 0], random), 0, 0.03)
    },
  },
]

type Group = { name: string; holds: (drop: number) => boolean }
const groups: readonly Group[] = [
  { name: 'rose', holds: (drop) => drop < -1e-9 },
  { name: 'none', holds: (drop) => Math.abs(drop) <= 1e-9 },
  { name: 'to .05', holds: (drop) => drop > 1e-9 && !exceeds(drop, 0.05) },
  { name: 'to .10', holds: (drop) => exceeds(drop, 0.05) && !exceeds(drop, 0.1) },
  { name: 'to .20', holds: (drop) => exceeds(drop, 0.1) && !exceeds(drop, 0.2) },
  { name: 'above', holds: (drop) => exceeds(drop, 0.2) },
]

const FEWEST = 30

/** How often the 90 % interval contains the true drop, by the size of that drop. */
export function coverageSection(): Section {
  const rows = [...everySize, methodsGaussian, ...furtherPopulations, ...otherPopulations].flatMap((population) =>
    sizes.map((size) => toRow(population, size, simulate(population, size, FEWER_TRIALS))),
  )
  return {
    title: 'Regression: how often the 90 % interval holds the true drop',
    method: `${FEWER_TRIALS.toLocaleString('en-US')} simulated changes a row, seed ${SEED}, by the size of the true drop; "-" for fewer than ${FEWEST}. "Plain" is the interval of the plain posterior, which is shrunken towards no change, over drops above .20.`,
    columns: ['changes', 'runs', ...groups.map(({ name }) => name), 'all', 'width', 'plain, above'],
    rows,
    goals: [],
  }
}

function toRow({ name }: Population, size: Sizes, trials: readonly Trial[]): string[] {
  const of = (holds: Group['holds'], interval: Parameters<typeof coverageOf>[1]) => {
    const own = trials.filter(({ drop }) => holds(drop))
    return own.length < FEWEST ? '-' : percent(coverageOf(own, interval))
  }
  const width = trials.reduce((sum, { interval: [low, high] }) => sum + high - low, 0) / trials.length
  return [
    name,
    size.join(' / '),
    ...groups.map(({ holds }) => of(holds, ({ interval }) => interval)),
    percent(coverageOf(trials, ({ interval }) => interval)),
    width.toFixed(3),
    of(
      (drop) => exceeds(drop, 0.2),
      ({ plain }) => plain().interval,
    ),
  ]
}
