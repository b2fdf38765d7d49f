import { byEvaluator, type Evaluator, evaluatorRules } from '@/lib/contracts/evaluators'

/** Weight of each evaluator's signal; they add up to 1.25 and are always divided by the sum of those present. */
export const CONFIDENCE_WEIGHTS: Readonly<Record<Evaluator, number>> = byEvaluator(
  (evaluator) => evaluatorRules[evaluator].weight,
)
