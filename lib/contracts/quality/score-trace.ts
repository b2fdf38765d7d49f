import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { band, json, unit } from '../primitives'
import { weight } from '../quality-criteria'
import { outputContract, tokenCounts } from '../run-input'
import { factorBreakdown, maybe } from './shapes'

export const scoreTrace = contract({
  name: 'score_trace',
  tag: 'quality',
  summary:
    'Score one trace from 0 to 1 by contract conformance, completeness and token efficiency, with its band and what the band asks for.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/score_trace',
  input: z.strictObject({
    contractConformance: maybe(z.boolean()).describe('Wins over what `output` and `contract` say'),
    completeness: maybe(unit).describe('0 to 1; wins over what `output` and `contract.requiredOutputs` say'),
    tokens: maybe(tokenCounts).describe(
      'Token counts; `useful` are the output tokens of accepted outputs. Without them efficiency is 0',
    ),
    output: json.optional().describe('The output to hold against the contract'),
    contract: maybe(outputContract).describe(
      '`schema`: a JSON Schema; `requiredOutputs`: paths to be filled; `strict`: allow no undeclared member',
    ),
    weights: maybe(
      z.strictObject({
        conformance: weight.optional(),
        completeness: weight.optional(),
        efficiency: weight.optional(),
      }),
    ).describe('0.40, 0.35 and 0.25 by default; divided by their sum'),
  }),
  output: z.object({
    qualityScore: z.number().describe('0 to 1'),
    factors: z
      .object({ conformance: z.number(), completeness: z.number(), efficiency: z.number() })
      .describe('Each 0 to 1; conformance is 0 or 1'),
    band: band.describe('good from 0.80, review from 0.60, poor below'),
    action: z.enum(['none', 'flag', 'refine']).describe('What the band asks for'),
    blocked: z.boolean().describe('The output breaks its contract: not acceptable whatever the score'),
    warnings: z
      .array(z.string())
      .describe('no_contract, schema_error, tokens_missing, no_tokens, token_total_differs, useful_exceeds_total'),
    missingOutputs: z.array(z.string()).describe('Required outputs that are absent or empty'),
    contractErrors: z
      .array(z.object({ code: z.string(), path: z.string(), message: z.string() }))
      .describe('Where the output breaks its contract'),
    breakdown: z.array(factorBreakdown).describe('How the score came about, factor by factor'),
  }),
  examples: [
    {
      body: {
        output: { answer: 'Reset it in Settings.' },
        contract: { requiredOutputs: ['answer', 'sources'] },
        tokens: { input: 812, output: 164 },
      },
      answer: {
        qualityScore: 0.6170081967213115,
        factors: { conformance: 1, completeness: 0.5, efficiency: 0.1680327868852459 },
        band: 'review',
        action: 'flag',
        blocked: false,
        warnings: [],
        missingOutputs: ['sources'],
        contractErrors: [],
        breakdown: [
          {
            factor: 'conformance',
            score: 1,
            weight: 0.4,
            contribution: 0.4,
            deductions: [],
            inputs: { given: false, errors: 0 },
          },
          {
            factor: 'completeness',
            score: 0.5,
            weight: 0.35,
            contribution: 0.175,
            deductions: [],
            inputs: { given: false, required: 2, missing: 1 },
          },
          {
            factor: 'efficiency',
            score: 0.1680327868852459,
            weight: 0.25,
            contribution: 0.042008196721311473,
            deductions: [],
            inputs: { useful: 164, total: 976 },
          },
        ],
      },
    },
  ],
})
