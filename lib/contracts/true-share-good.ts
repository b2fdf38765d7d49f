import { z } from 'zod'

const count = z.number().int().min(0)
const interval = z.tuple([z.number(), z.number()])

/**
 * How many of some live runs people would call good, estimated from the verdicts they gave and the scores of all. It holds as far as
 * the judged runs are like the others: those that were drawn at random are, and from five such verdicts on only they are used.
 */
export const trueShareGood = z.object({
  runs: count.describe('Live runs with a score, candidates aside'),
  verdicts: count.describe('Of these, how many a person judged: approved 1, rejected 0, a rating itself'),
  isRandom: z
    .boolean()
    .optional()
    .describe('Only verdicts on runs that were drawn at random are used, since there are enough of them'),
  needed: count.describe('Below so many verdicts nothing is estimated'),
  automatedMean: z.number().nullable().describe('Mean score of all these runs, which is not the truth'),
  found: z
    .object({
      estimate: z.number(),
      interval: interval.describe('95 %'),
      method: z
        .enum(['classical', 'wilson', 'ppi'])
        .describe(
          'ppi: with the help of the scores (PPI++). Otherwise of the verdicts alone: wilson for yes or no, else classical',
        ),
      correlation: z.number().nullable().describe('Of score and verdict; null where one does not vary'),
      effectiveVerdicts: z.number().describe('How many verdicts without scores would be worth as much'),
      verdictsOnly: z.object({ estimate: z.number(), interval }).describe('What the verdicts say by themselves'),
      stratified: z.boolean().describe('Estimated chain by chain, or version by version'),
    })
    .nullable()
    .describe('Null with too few verdicts'),
})

export type TrueShareGood = z.infer<typeof trueShareGood>
