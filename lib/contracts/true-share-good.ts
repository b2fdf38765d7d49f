import { z } from 'zod'
import { interval } from './primitives'

const count = z.number().int().min(0)

/** A kind of drawn runs with too few verdicts to speak for it. */
export const lackingVerdicts = z.object({
  isUrgent: z.boolean().describe('Those that reviewers get for other reasons, else those that only the draw brings'),
  probability: z.number().nullable().describe('Only those drawn with this probability; null: all'),
  drawn: count,
  judged: count,
  needed: count,
})

/**
 * Estimated share of live runs that people would call good, from verdicts and the scores of all runs. If at least five of the runs were drawn
 * at random, only verdicts on drawn ones are used, each weighted by the inverse of its probability to be drawn and judged. With fewer, all
 * verdicts are, and the estimate is valid only if the judged runs are like the others.
 */
export const trueShareGood = z.object({
  runs: count.describe('Live runs with a score, without candidates'),
  verdicts: count.describe('Of these, runs judged by a person: approved 1, rejected 0, a rating itself'),
  isRandom: z.boolean().optional().describe('Only verdicts on randomly drawn runs are used'),
  needed: count.describe('Minimum number of verdicts for an estimate'),
  audit: z
    .object({
      drawn: count.describe('Of these runs, those drawn at random'),
      standsFor: z.number().describe('Runs that the draw stands for: the sum of 1 / probability'),
      coversPart: z
        .boolean()
        .describe('The draw stands for clearly fewer than all runs: others came while no runs were drawn'),
      lacking: z.array(lackingVerdicts).describe('Kinds of drawn runs with too few verdicts for an estimate'),
    })
    .optional()
    .describe('With isRandom'),
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
    .describe('Null with too few verdicts, of all or of a kind of drawn runs'),
})

export type TrueShareGood = z.infer<typeof trueShareGood>
export type LackingVerdicts = z.infer<typeof lackingVerdicts>
