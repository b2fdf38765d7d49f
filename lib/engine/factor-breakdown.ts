/** An amount deducted from a factor's score of 1, with the field and rule it is for. */
export interface Deduction {
  reason: string
  field: string
  amount: number
}

/**
 * One factor of a weighted score. All `weight`s sum to 1. `score` and `contribution` are null if the factor was not measured; otherwise the
 * contribution is the score times the factor's share of the measured weight, so that contributions sum to the overall score. A factor with
 * deductions scores 1 minus their sum, not below 0; any other can be recomputed from `inputs`.
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
