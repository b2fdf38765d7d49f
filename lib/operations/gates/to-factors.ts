import type { GateEvidence } from '@/lib/contracts/gates'
import {
  type ConformanceChange,
  compareFactors,
  type FactorChange,
  type RunFactors,
} from '@/lib/engine/regression/factor-change'

type FactorView = GateEvidence['factors'][number]
type WithFactors = { factors: RunFactors }

/** The order of the profiles' weights; stored factors come in any order. */
const ORDER = ['conformance', 'completeness', 'accuracy', 'efficiency', 'performance']

/** Means of the runs drawn; conformance first, since being 0 or 1 it moves a small mean by a lot. */
export function toFactors(prior: readonly WithFactors[], current: readonly WithFactors[]): GateEvidence['factors'] {
  const { factors, conformance } = compareFactors(
    prior.map((run) => run.factors),
    current.map((run) => run.factors),
  )
  const all = [...(conformance ? [conformance] : []), ...factors]
  return all.sort((a, b) => rank(a) - rank(b)).map(toFactor)
}

const rank = ({ factor }: FactorChange) => (ORDER.includes(factor) ? ORDER.indexOf(factor) : ORDER.length)

function toFactor(item: FactorChange | ConformanceChange): FactorView {
  const { factor, priorMean, currentMean, change, nPrior, nCurrent } = item
  const label = factor.charAt(0).toUpperCase() + factor.slice(1).replaceAll('_', ' ')
  const isShare = 'priorInterval' in item
  return {
    name: factor,
    label,
    prior: priorMean,
    current: currentMean,
    change,
    priorRuns: nPrior,
    currentRuns: nCurrent,
    priorInterval: isShare && nPrior > 0 ? item.priorInterval : null,
    currentInterval: isShare && nCurrent > 0 ? item.currentInterval : null,
  }
}
