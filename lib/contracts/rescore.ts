import { z } from 'zod'
import { contract } from './contract'
import { name, profile } from './primitives'

/** Weights by factor name; they are normalised by their sum, which must not be 0. */
export const factorWeights = z.record(z.string(), z.number().min(0).max(1e6))

/** A page of history at a time: send `next` back as `cursor` until it is null. */
export const rescoreRuns = contract({
  name: 'runs.rescore',
  summary: 'Score stored runs again under another profile or other weights, as a new series. The old series stays.',
  scope: 'write',
  method: 'POST',
  path: '/api/v1/runs/rescore',
  input: z.strictObject({
    series: name,
    profile: profile.optional(),
    weights: factorWeights.optional(),
    chain: name.optional(),
    /** Compute and compare, write nothing. */
    dryRun: z.boolean().optional(),
    cursor: z.string().max(500).optional(),
  }),
  output: z.object({
    /** Runs of this page that have a score in the series, and how many of them differ from the chain's own score. */
    rescored: z.number(),
    changed: z.number(),
    /** Runs of this page that could not be measured under it. */
    unmeasured: z.number(),
    next: z.string().nullable(),
  }),
})

export type RescorePage = z.infer<typeof rescoreRuns.output>
