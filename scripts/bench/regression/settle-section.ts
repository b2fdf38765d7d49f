import { seededRng } from '@/lib/engine/stats/random'
import { median } from '../figures'
import type { Section } from '../section'
import { judgeTrial } from './judge-trials'
import { gaussianScores, methodsGaussian, methodsTrace, type Population, traceScores } from './populations'
import { percent, SEED } from './simulate'

const TRIALS = 1500
const MOST = 50

/** How often "about k more runs would settle it" comes true, by drawing the runs. */
export function settleSection(): Section {
  const kinds = [methodsGaussian, gaussianScores(0.05), gaussianScores(0.1), methodsTrace, traceScores]
  return {
    title: 'Regression: whether "about k more runs" settle it',
    method: `${TRIALS.toLocaleString('en-US')} simulated changes a row, seed ${SEED}, 3 runs of either version; more runs of both are drawn one after the other. Of those not settled: for how many no k up to ${MOST} was named; for the others, how often it was settled within k runs, and with exactly k; the median of the named k, and of the runs it actually took (${MOST} if it took more).`,
    columns: ['changes', 'open', 'no k named', 'by k', 'at k', 'k, median', 'took, median'],
    rows: kinds.map((population) => [population.name, ...measure(population)]),
    goals: [],
  }
}

function measure({ draw }: Population): string[] {
  const random = seededRng(SEED)
  const open: { named: number | null; took: number; isSettledAt: boolean }[] = []
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const { drop, prior, current } = draw(random)
    const runs = { prior: Array.from({ length: 3 }, prior), current: Array.from({ length: 3 }, current) }
    const { runsToSettle: named } = judgeTrial(runs.prior, runs.current, drop)
    if (named === 0) continue
    const last = named ?? 0
    let took = MOST
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
    percent(open.length / TRIALS),
    percent(1 - told.length / open.length),
    percent(told.filter(({ took, named }) => took <= named).length / told.length),
    percent(told.filter(({ isSettledAt }) => isSettledAt).length / told.length),
    String(median(told.map(({ named }) => named))),
    String(median(told.map(({ took }) => took))),
  ]
}
