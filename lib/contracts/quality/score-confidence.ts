import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { byEvaluator, type Evaluator } from '../evaluators'
import { evaluator } from '../primitives'
import { weight } from '../quality-criteria'
import { signalValues } from '../signals'
import { ACCEPT_THRESHOLD } from '../thresholds'
import { maybe } from './shapes'

export const scoreConfidence = contract({
  name: 'score_confidence',
  tag: 'quality',
  summary:
    'Weigh the signals of self, peer, downstream and human into one confidence, and say whether it is enough to accept.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/score_confidence',
  input: z.strictObject({
    signals: z
      .strictObject({
        self: maybe(signalValues.self).describe("The agent's own assessment, 0 to 1"),
        peer: maybe(signalValues.peer).describe("A judge's, 0 to 1"),
        downstream: maybe(signalValues.downstream).describe(
          'Usability by what comes next, 0 to 1; true is 1, false is 0.3',
        ),
        human: maybe(signalValues.human).describe("A person's, 0 to 1; true is 1, false is 0 and vetoes acceptance"),
      } satisfies Record<Evaluator, z.ZodType>)
      .describe('Left out or null is missing, which is not zero'),
    weights: maybe(z.strictObject(byEvaluator(() => weight.optional()))).describe(
      '0.15, 0.25, 0.35 and 0.50 by default; divided by the sum of those present',
    ),
  }),
  output: z.object({
    score: z.number().nullable().describe('0 to 1; null without a signal'),
    coverage: z.number().describe('Weight present over weight possible, 0 to 1'),
    weightsUsed: z.partialRecord(evaluator, z.number()).describe('Shares of the signals present; together 1'),
    breakdown: z
      .array(
        z.object({
          evaluator,
          value: z.number(),
          weight: z.number(),
          share: z.number(),
          contribution: z.number().describe('share x value; the contributions add up to the score'),
        }),
      )
      .describe('The signals in the mean'),
    vetoed: z.boolean().describe('A person rejected the output'),
    decision: z
      .enum(['accept', 'below_threshold', 'insufficient_evidence'])
      .describe(`accept from ${ACCEPT_THRESHOLD}; self alone never accepts`),
  }),
  examples: [
    {
      body: { signals: { self: 0.9, peer: 0.8 } },
      answer: {
        score: 0.8375,
        coverage: 0.32,
        weightsUsed: { self: 0.37499999999999994, peer: 0.625 },
        breakdown: [
          {
            evaluator: 'self',
            value: 0.9,
            weight: 0.15,
            share: 0.37499999999999994,
            contribution: 0.33749999999999997,
          },
          { evaluator: 'peer', value: 0.8, weight: 0.25, share: 0.625, contribution: 0.5 },
        ],
        vetoed: false,
        decision: 'accept',
      },
    },
  ],
})
