import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime, plainText } from './primitives'

const runId = plainText(200).min(1).describe("The desk's id of the run, or the client's")

const suggestion = z.object({
  nodeId: z.string(),
  agent: z.string().nullable().describe('null if the step names no agent'),
  score: z.number().describe('Chance that it is the cause, as calibrated on failed runs with a named cause, 0 to 1'),
  reason: z.string(),
})

/** A person's verdict on what caused a failed run. */
const attribution = z.object({
  id,
  nodeId: z.string().nullable().describe('null: no single step caused it'),
  agent: z.string().nullable(),
  rank: z
    .number()
    .int()
    .nullable()
    .describe('Rank of that step among the suggestions, from 1; null if it was not suggested'),
  reason: z.string().nullable(),
  by: z.string(),
  recordedAt: isoTime,
})

export const runAttribution = z.object({
  suggestions: z
    .array(suggestion)
    .describe('At most three, most likely first; empty if nothing in the run looks wrong or it has a single step'),
  asserted: z.literal(false).describe('A suggestion is never an assertion'),
  attribution: attribution.nullable().describe('The attribution in force; null if there is none'),
  record: z
    .object({ n: z.number().int(), first: z.number().int(), listed: z.number().int() })
    .describe(
      'Over the attributed runs of this project: how often the first suggestion was right, and how often any of them was',
    ),
})

export const getAttribution = contract({
  name: 'attributions.get',
  tag: 'reviews',
  summary: 'Get the steps that most likely caused a failed run, and the attribution a person recorded.',
  scope: 'read',
  target: 'GET /api/v1/runs/{runId}/attribution',
  input: z.strictObject({ runId }),
  output: runAttribution,
})

export const recordAttribution = contract({
  name: 'attributions.create',
  tag: 'reviews',
  summary:
    'Confirm or correct which step caused a failed run, or withdraw the attribution. Later suggestions learn from it.',
  scope: 'decide',
  target: 'POST /api/v1/runs/{runId}/attribution',
  input: z
    .strictObject({
      runId,
      nodeId: z.string().max(500).nullable().optional().describe('The step that caused it; null: no single step did'),
      takeBack: z.boolean().optional().describe('Withdraw the current attribution; the record keeps it'),
      reason: plainText(10_000).optional(),
    })
    .refine(({ nodeId, takeBack }) => (nodeId === undefined) === (takeBack === true), {
      path: ['nodeId'],
      error: 'name the step, null for none, or set takeBack',
    }),
  output: z.object({ attribution: attribution.nullable() }),
  examples: [{ body: { nodeId: 'step-3', reason: 'It read the wrong file.' } }],
})

export type RunAttribution = z.infer<typeof runAttribution>
