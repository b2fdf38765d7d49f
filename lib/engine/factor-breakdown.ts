/** A part taken off a factor's score of 1, with the field or rule that cost it. */
export interface Deduction {
  reason: string
  field: string
  amount: number
}

/**
 * One factor of a weighted score. `weight` is the share actually used (all shares sum to 1) and `contribution` is
 * weight · score, so the contributions sum to the overall score. A factor made of deductions scores 1 minus their sum, not
 * below 0; any other is recomputed from `inputs`.
 */
export interface FactorBreakdown {
  factor: string
  score: number
  weight: number
  contribution: number
  deductions: Deduction[]
  inputs: Record<string, number | boolean | string | null>
}
