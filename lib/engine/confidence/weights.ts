import type { Evaluator } from '@/lib/contracts/primitives'

/** Who judges a run, in the order of every sum and every listing. */
export const EVALUATORS: readonly Evaluator[] = ['self', 'peer', 'downstream', 'human']

/** Weight of each evaluator's signal; they add up to 1.25 and are always divided by the sum of those present. */
export const CONFIDENCE_WEIGHTS: Readonly<Record<Evaluator, number>> = {
  self: 0.15,
  peer: 0.25,
  downstream: 0.35,
  human: 0.5,
}

/** Score from which an output is accepted, in [0, 1]. */
export const ACCEPT_THRESHOLD = 0.8
