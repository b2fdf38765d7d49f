import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime, plainText } from './primitives'

const runId = plainText(200).min(1).describe("Ours or the client's")

const suggestion = z.object({
  nodeId: z.string(),
  agent: z.string().nullable().describe('null where the step names nobody'),
  score: z.number().describe('Share of the suspicion over all steps, 0 to 1'),
  reason: z.string(),
})

/** What a person said caused a failed run. */
const attribution = z.object({
  id,
  nodeId: z.string().nullable().describe('null: none of its steps did'),
  agent: z.string().nullable(),
  rank: z
    .number()
    .int()
    .nullable()
    .describe('Place of that step among the suggestions, from 1; null where it was none'),
  reason: z.string().nullable(),
  by: z.string(),
  recordedAt: isoTime,
})

export const runAttribution = z.object({
  suggestions: z
    .array(suggestion)
    .describe('At most three, the likeliest first; none for a run that nothing speaks against, or of a single step'),
  asserted: z.literal(false).describe('A suggestion is never an assertion'),
  attribution: attribution.nullable().describe('What holds now; null as long as nobody has spoken'),
  record: z
    .object({ n: z.number().int(), first: z.number().int(), listed: z.number().int() })
    .describe(
      'Of the runs of this project that people attributed: how often the first suggestion was right, and how often one was',
    ),
})

export const getAttribution = contract({
  name: 'attributions.get',
  tag: 'reviews',
  summary: 'The steps that most likely caused a failed run, and what a person said did.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/runs/{runId}/attribution',
  input: z.strictObject({ runId }),
  output: runAttribution,
})

export const recordAttribution = contract({
  name: 'attributions.create',
  tag: 'reviews',
  summary: 'Confirm or correct which step caused a failed run, or take that back. It teaches the suggestions.',
  scope: 'decide',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/runs/{runId}/attribution',
  input: z
    .strictObject({
      runId,
      nodeId: z
        .string()
        .max(500)
        .nullable()
        .optional()
        .describe('The step that caused it; null: none of its steps did'),
      takeBack: z.boolean().optional().describe('Take back what was said; the record keeps it'),
      reason: plainText(10_000).optional(),
    })
    .check((context) => {
      const { nodeId, takeBack } = context.value
      if ((nodeId === undefined) === (takeBack !== true))
        context.issues.push({
          code: 'custom',
          input: context.value,
          path: ['nodeId'],
          message: 'name the step, null for none, or take back what was said',
        })
    }),
  output: z.object({ attribution: attribution.nullable() }),
  examples: [{ body: { nodeId: 'step-3', reason: 'It read the wrong file.' } }],
})

export type RunAttribution = z.infer<typeof runAttribution>
