import { z } from 'zod'
import { contract } from './contract'
import { addressWithoutLogin, id, identifier, name } from './primitives'
import { judgeKinds } from './vocabulary'

export const judgeKind = z.enum(judgeKinds)

const price = z.number().min(0).max(10_000)
const priceOfInput = price.nullable().describe('US dollars per million input tokens; null: as configured')
const priceOfOutput = price.nullable().describe('US dollars per million output tokens; null: as configured')

/** Contains no secrets: neither the key nor credentials in the address. */
export const projectJudgeView = z.object({
  id,
  name: z.string(),
  kind: judgeKind,
  endpoint: z.string().describe('Scheme, host and path'),
  model: z.string(),
  hasKey: z.boolean(),
  inputUsdPerMillion: priceOfInput,
  outputUsdPerMillion: priceOfOutput,
})

const baseUrl = addressWithoutLogin.refine((text) => {
  const parsed = URL.parse(text)
  return parsed !== null && parsed.search === '' && parsed.hash === ''
}, 'must not contain a query')
const model = identifier(200)
const apiKey = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .regex(/^[\x21-\x7e]+$/, 'must be plain characters without spaces')

export const addJudge = contract({
  name: 'judge.add',
  summary:
    'Add a judge. It is asked after the existing ones, if none of them answers. Its key is stored encrypted and never shown.',
  scope: 'admin',
  target: 'POST /api/v1/judge/judges',
  status: 201,
  input: z.strictObject({
    name,
    kind: judgeKind.describe(
      'openai: chat completions, as served by many endpoints; anthropic: Messages; gemini: generateContent',
    ),
    baseUrl: baseUrl.describe('For example https://api.openai.com/v1 or https://api.anthropic.com'),
    model,
    apiKey: apiKey.optional().describe('Omit if the endpoint needs none'),
    inputUsdPerMillion: priceOfInput.default(null),
    outputUsdPerMillion: priceOfOutput.default(null),
  }),
  output: z.object({ judge: projectJudgeView }),
})

export const updateJudge = contract({
  name: 'judge.update',
  summary: 'Update a judge, or move it to the front. If its address or kind changes, the key must be sent again.',
  scope: 'admin',
  target: 'PATCH /api/v1/judge/judges/{judgeId}',
  input: z.strictObject({
    judgeId: id,
    name: name.optional(),
    kind: judgeKind.optional(),
    baseUrl: baseUrl.optional(),
    model: model.optional(),
    apiKey: apiKey.nullable().optional().describe('null removes the key'),
    inputUsdPerMillion: priceOfInput.optional(),
    outputUsdPerMillion: priceOfOutput.optional(),
    isFirst: z.literal(true).optional().describe('Ask this judge before all others'),
  }),
  output: z.object({ judge: projectJudgeView }),
})

export const removeJudge = contract({
  name: 'judge.remove',
  summary: 'Remove a judge and its key. Its past answers are kept.',
  scope: 'admin',
  hints: { destructive: true },
  target: 'DELETE /api/v1/judge/judges/{judgeId}',
  input: z.strictObject({ judgeId: id }),
  output: z.object({ removed: z.literal(true) }),
})

export type JudgeKind = z.infer<typeof judgeKind>
export type ProjectJudgeView = z.infer<typeof projectJudgeView>
