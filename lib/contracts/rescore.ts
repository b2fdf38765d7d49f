import { z } from 'zod'
import { contract } from './contract'
import { name, profile } from './primitives'
import { profiles } from './vocabulary'

/** Weights by factor name. An omitted factor keeps its standard weight, 0 removes it; all are divided by their sum. */
const factorWeights = z.record(z.string(), z.number().min(0).max(1e6))

/** Scores on one side of a comparison; sums of several pages can be added to get the mean. */
const side = z.object({ n: z.number(), sum: z.number() })

/** Processes one page of history per call: send `next` back as `cursor` until it is null. */
export const rescoreRuns = contract({
  name: 'runs.rescore',
  summary:
    'Rescore stored runs with another profile or other weights, as a new series; everything else stays as it was when each run arrived. The old series is kept.',
  scope: 'write',
  queues: true,
  target: 'POST /api/v1/rescore',
  input: z.strictObject({
    /** Name of the new series; the profile names are reserved for the original ones. */
    series: name.refine((series) => !profiles.some((own) => own === series), 'is reserved for an original series'),
    profile: profile.optional().describe("Default: each run's own profile; required with weights."),
    weights: factorWeights
      .optional()
      .describe('Default: the weights each run was scored with, from its criteria and the configuration at the time.'),
    chain: name.optional(),
    dryRun: z.boolean().optional().describe('Compute and compare without writing.'),
    cursor: z.string().max(500).optional(),
  }),
  output: z.object({
    rescored: z.number().describe('Runs of this page that were scored.'),
    changed: z.number().describe('Of these, runs whose score differs from the original score of the same profile.'),
    unmeasured: z.number().describe('Runs of this page without a score under it.'),
    known: z.number().describe('Runs of this page already in the series, scored by this version of the engine.'),
    before: side.describe('The original scores of the rescored runs.'),
    after: side.describe('Their new scores.'),
    moved: z
      .array(z.object({ from: z.string().nullable(), to: z.string().nullable(), count: z.number() }))
      .describe('Runs whose grade (gaff), band (stratt) or acceptance (confidence) changed.'),
    total: z.number().describe('Total number of runs over all pages.'),
    next: z.string().nullable(),
  }),
  examples: [{ body: { series: 'stricter-2026', profile: 'stratt', weights: { completeness: 0.6 }, dryRun: true } }],
})

export type RescorePage = z.infer<typeof rescoreRuns.output>
