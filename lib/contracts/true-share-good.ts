import { z } from 'zod'

const count = z.number().int().min(0)
const interval = z.tuple([z.number(), z.number()])

/**
 * Estimated share of live runs that people would call good, from verdicts and the scores of all runs. Valid only if the judged runs are
 * representative. Randomly drawn ones are once most have been judged, since the queue hands out flagged ones first; from five such verdicts
 * on only those are used.
 */
export const trueShareGood = z.object({
  runs: count.describe('Live runs with a score, without candidates'),
  verdicts: count.describe('Of these, runs judged by a person: approved 1, rejected 0, a rating itself'),
  isRandom: z
    .boolean()
    .optional()
    .describe('Only verdicts on randomly drawn runs are used, since there are enough of them'),
  needed: count.describe('Minimum number of verdicts for an estimate'),
  automatedMean: z.number().nullable().describe('Mean score of all these runs, not an estimate of the truth'),
  found: z
    .object({
      estimate: z.number(),
      interval: interval.describe('95 %'),
      method: z
        .enum(['classical', 'wilson', 'ppi'])
        .describe(
          'ppi: assisted by the scores (PPI++). Otherwise from the verdicts alone: wilson for yes or no, else classical',
        ),
      correlation: z.number().nullable().describe('Of score and verdict; null if one does not vary'),
      effectiveVerdicts: z.number().describe('How many verdicts without scores would give the same precision'),
      verdictsOnly: z.object({ estimate: z.number(), interval }).describe('Estimate from the verdicts alone'),
      stratified: z.boolean().describe('Estimated per chain, or per version'),
    })
    .nullable()
    .describe('Null with too few verdicts'),
})

export type TrueShareGood = z.infer<typeof trueShareGood>
