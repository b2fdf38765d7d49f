import { chainPriorOf } from '@/lib/engine/regression/chain-prior'
import { seededRng } from '@/lib/engine/stats/random'
import { formatRatio } from '../figures'
import type { Section } from '../report'
import { coverageOf, judgeTrial, qualityOf, type Trial, toSample } from './judge-trials'
import { CONFORMANCE_WEIGHT, gaussian, pick, type Run } from './populations'
import { percent, SEED } from './simulate'

const CHAINS = 2000
const RUNS = 5

/** The true parameters of a chain: the spread of its runs, and how often and how far its versions move. */
type Chain = { sigma: number; moves: number; tau: number; kept: number | null }
type Kind = { name: string; draw: (random: () => number) => Chain }

const kinds: readonly Kind[] = [
  { name: 'quiet, sigma .02', draw: () => ({ sigma: 0.02, moves: 0.6, tau: 0.08, kept: null }) },
  { name: 'usual, sigma .05', draw: () => ({ sigma: 0.05, moves: 0.6, tau: 0.08, kept: null }) },
  { name: 'wild, sigma .10', draw: () => ({ sigma: 0.1, moves: 0.6, tau: 0.08, kept: null }) },
  {
    name: 'each of its own',
    draw: (random) => ({
      sigma: 0.01 * 15 ** random(),
      moves: random(),
      tau: pick([0.02, 0.05, 0.15], random),
      kept: null,
    }),
  },
  {
    name: 'trace, each of its own',
    draw: (random) => ({ sigma: 0.01 * 8 ** random(), moves: random(), tau: 0.04, kept: 0.6 + 0.4 * random() }),
  },
]

/** What the earlier versions of a chain add to the judgement of its next one. */
export function historySection(): Section {
  const rows = kinds.flatMap((kind) =>
    [0, 3, 8].map((versions) => [kind.name, String(versions), ...measure(kind, versions)]),
  )
  return {
    title: 'Regression: what the history of a chain adds',
    method: `${CHAINS.toLocaleString('en-US')} simulated chains a row, seed ${SEED}, ${RUNS} runs of each earlier version, 3 of the one before and 3 of the new one. Brier score, calibration error and 90 % interval with what is learned from the earlier versions.`,
    columns: ['chains', 'earlier versions', 'worse', 'rule', 'shown', 'shown / rule', 'ECE', 'in interval'],
    rows,
    goals: [],
  }
}

function measure(kind: Kind, versions: number): string[] {
  const random = seededRng(SEED)
  const trials = Array.from({ length: CHAINS }, () => judgeChain(kind.draw(random), versions, random))
  const quality = qualityOf(trials, random)
  return [
    percent(quality.regressions),
    quality.ruleBrier.toFixed(3),
    quality.brier.toFixed(3),
    formatRatio(quality.brier / quality.ruleBrier),
    quality.error.toFixed(3),
    percent(coverageOf(trials, ({ interval }) => interval)),
  ]
}

function judgeChain(chain: Chain, versions: number, random: () => number): Trial {
  const step = () => (random() < chain.moves ? chain.tau * gaussian(random) : 0)
  let mean = 0.5
  let kept = chain.kept
  const next = (runs: number): Run[] =>
    Array.from({ length: runs }, () => {
      const conformance = kept === null ? null : random() < kept
      const score = mean + chain.sigma * gaussian(random) + (conformance ? CONFORMANCE_WEIGHT : 0)
      return conformance === null ? { score } : { score, conformance }
    })
  const earlier = Array.from({ length: versions }, () => {
    const sample = toSample(next(RUNS))
    mean -= step()
    return sample
  })
  const prior = next(3)
  const before = { mean, kept }
  mean -= step()
  if (kept !== null && random() < 0.3) kept *= 1 - random() ** 2
  const current = next(3)
  const drop = before.mean - mean + CONFORMANCE_WEIGHT * ((before.kept ?? 0) - (kept ?? 0))
  const own = toSample(prior)
  return judgeTrial(prior, current, drop, { belief: chainPriorOf([...earlier, own], own) })
}
