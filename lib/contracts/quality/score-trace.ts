import { z } from 'zod'
import { contract } from '../contract'
import { band, json, unit } from '../primitives'
import { weight } from '../quality-criteria'
import { outputContract, tokenCounts } from '../run-input'
import { factorBreakdown, maybe } from './shapes'

export const scoreTrace = contract({
  name: 'score_trace',
  summary:
    'Score one trace from 0 to 1 by contract conformance, completeness and token efficiency, with its band and what the band asks for.',
  scope: 'read',
  effects: [],
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
})
