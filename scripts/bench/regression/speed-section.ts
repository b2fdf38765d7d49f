import { judgeDrop } from '@/lib/engine/regression/regression-posterior'
import { seededRng } from '@/lib/engine/stats/random'
import { formatMs, quantileOf } from '../figures'
import type { Section } from '../section'
import { policy, toSample } from './judge-trials'
import { methodsGaussian, methodsTrace, type Population } from './populations'
import { SEED, type Sizes } from './simulate'

const VERSIONS = 100
const ROUNDS = 15

/** How long it takes to judge every version of a page. */
export function speedSection(): Section {
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
    rows: kinds.map(([population, size]) => [population.name, size.join(' / '), ...measure(population, size)]),
    goals: [],
  }
}

function measure({ draw }: Population, [prior, current]: Sizes): string[] {
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
