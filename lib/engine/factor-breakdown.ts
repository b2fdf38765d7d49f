/** A part taken off a factor's score of 1, with the field or rule that cost it. */
export interface Deduction {
  reason: string
  field: string
  amount: number
}

/**
 * One factor of a weighted score. All `weight`s sum to 1. `score` and `contribution` are null for what was not measured; the
 * contribution of any other is its score times its share of the measured weight, so that contributions sum to the overall
 * score. A factor made of deductions scores 1 minus their sum, not below 0; any other is recomputed from `inputs`.
 */
export interface FactorBreakdown {
  factor: string
  score: number | null
  weight: number
  contribution: number | null
  deductions: Deduction[]
  inputs: Record<string, number | boolean | string | null>
}

/** A factor that was measured. */
export type MeasuredFactor = FactorBreakdown & { score: number; contribution: number }
