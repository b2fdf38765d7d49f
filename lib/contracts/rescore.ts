import { z } from 'zod'
import { contract } from './contract'
import { name, profile } from './primitives'
import { profiles } from './vocabulary'

/** Weights by factor name. One left out keeps its standard weight, 0 takes the factor out; all are divided by their sum. */
const factorWeights = z.record(z.string(), z.number().min(0).max(1e6))

/** Scores on one side of a comparison; the sum lets pages be added up to a mean. */
const side = z.object({ n: z.number(), sum: z.number() })

/** A page of history at a time: send `next` back as `cursor` until it is null. */
export const rescoreRuns = contract({
  name: 'runs.rescore',
  tag: 'runs',
  summary:
    'Score stored runs again under another profile or other weights, as a new series; all else holds that held when each run came in. The old series stays.',
  scope: 'write',
  effects: ['write'],
  queues: true,
  method: 'POST',
  path: '/api/v1/rescore',
  input: z.strictObject({
    /** Of the new series; the names of the profiles are those of the original ones. */
    series: name.refine((series) => !profiles.some((own) => own === series), 'is the name of an original series'),
    profile: profile.optional().describe("Each run's own when left out; weights need one."),
    weights: factorWeights
      .optional()
      .describe('Left out: those that each run came in under, by its criteria and the configuration of that day.'),
    chain: name.optional(),
    dryRun: z.boolean().optional().describe('Compute and compare, write nothing.'),
    cursor: z.string().max(500).optional(),
  }),
  output: z.object({
    rescored: z.number().describe('Runs of this page that got a score.'),
    changed: z.number().describe('How many of them differ from the original score of the same profile.'),
    unmeasured: z.number().describe('Runs of this page that have no score under it.'),
    known: z
      .number()
      .describe('Runs of this page that were in the series already, scored by this version of the engine.'),
    before: side.describe('The original scores of the runs that got one.'),
    after: side.describe('The scores they got.'),
    moved: z
      .array(z.object({ from: z.string().nullable(), to: z.string().nullable(), count: z.number() }))
      .describe('Runs whose grade (gaff), band (stratt) or acceptance (confidence) is another one.'),
    total: z.number().describe('Runs there are to go through, on all pages together.'),
    next: z.string().nullable(),
  }),
  examples: [{ body: { series: 'stricter-2026', profile: 'stratt', weights: { completeness: 0.6 }, dryRun: true } }],
})

export type RescorePage = z.infer<typeof rescoreRuns.output>
