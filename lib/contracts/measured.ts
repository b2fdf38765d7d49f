import { z } from 'zod'
import { interval } from './primitives'

const count = z.number().int().min(0)

/** What may be missing from a score: token counts for efficiency, or a contract that declares the required output for completeness. */
export const unmeasured = ['tokens', 'contract'] as const

/** How many live runs have a score, and for how many enough was measured to judge them by it. */
export const measuredRuns = z.object({
  runs: count.describe('Live runs with a score'),
  enough: count.describe('Of these, how many were measured on at least 60 % of the weight'),
  lacks: z.array(z.enum(unmeasured)).describe('What the others are missing'),
})

/** Two means of confidence by evaluators, without people's verdicts, the later one lower, and the 90 % interval of the change. */
export const confidenceFall = z.object({
  prior: z.number(),
  current: z.number(),
  interval: interval,
})

export type ConfidenceFall = z.infer<typeof confidenceFall>
export type MeasuredRuns = z.infer<typeof measuredRuns>
