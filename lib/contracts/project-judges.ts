import { z } from 'zod'
import { contract } from './contract'
import { id, identifier, name, webAddress } from './primitives'
import { judgeKinds } from './vocabulary'

export const judgeKind = z.enum(judgeKinds)

const price = z.number().min(0).max(10_000)
const priceOfInput = price.nullable().describe('US dollars a million tokens sent; null: as the configuration has it')
const priceOfOutput = price
  .nullable()
  .describe('US dollars a million tokens answered; null: as the configuration has it')

/** Nothing here is secret: a key is never shown, nor any credential in the address. */
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

const baseUrl = webAddress
  .refine((text) => {
    const parsed = URL.parse(text)
    return parsed !== null && parsed.username === '' && parsed.password === ''
  }, 'must not contain a user name or password')
  .refine((text) => {
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
  tag: 'judge',
  summary:
    'Add a judge. It is asked after those that are there, when none of them answers. Its key is sealed, and never shown.',
  scope: 'admin',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/judge/judges',
  status: 201,
  input: z.strictObject({
    name,
    kind: judgeKind.describe(
      'openai: chat completions, as many endpoints serve them; anthropic: Messages; gemini: generateContent',
    ),
    baseUrl: baseUrl.describe('As https://api.openai.com/v1, https://api.anthropic.com'),
    model,
    apiKey: apiKey.optional().describe('Left out where the endpoint needs none'),
    inputUsdPerMillion: priceOfInput.default(null),
    outputUsdPerMillion: priceOfOutput.default(null),
  }),
  output: z.object({ judge: projectJudgeView }),
})

export const updateJudge = contract({
  name: 'judge.update',
  tag: 'judge',
  summary: 'Change a judge, or have it asked first. Where its address or kind changes, its key has to be given anew.',
  scope: 'admin',
  effects: ['write'],
  method: 'PATCH',
  path: '/api/v1/judge/judges/{judgeId}',
  input: z.strictObject({
    judgeId: id,
    name: name.optional(),
    kind: judgeKind.optional(),
    baseUrl: baseUrl.optional(),
    model: model.optional(),
    apiKey: apiKey.nullable().optional().describe('null: none from now on'),
    inputUsdPerMillion: priceOfInput.optional(),
    outputUsdPerMillion: priceOfOutput.optional(),
    isFirst: z.literal(true).optional().describe('Asked before all others from now on'),
  }),
  output: z.object({ judge: projectJudgeView }),
})

export const removeJudge = contract({
  name: 'judge.remove',
  tag: 'judge',
  summary: 'Remove a judge with its key. What it answered stays.',
  scope: 'admin',
  effects: ['write'],
  hints: { destructive: true },
  method: 'DELETE',
  path: '/api/v1/judge/judges/{judgeId}',
  input: z.strictObject({ judgeId: id }),
  output: z.object({ removed: z.literal(true) }),
})

export type JudgeKind = z.infer<typeof judgeKind>
export type ProjectJudgeView = z.infer<typeof projectJudgeView>
