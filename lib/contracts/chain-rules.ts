import { z } from 'zod'
import { contract } from './contract'
import { id, name, plainText } from './primitives'

const MAX_RULES = 50
/** Traces that a preview looks at, the newest first. */
export const PREVIEWED_TRACES = 200

export const chainRule = z.object({
  field: z
    .enum(['chain', 'agent', 'root', 'service'])
    .default('chain')
    .describe(
      'Which name is looked at: of the agent or workflow, of the root span, of the service, or the one of these that would be taken',
    ),
  pattern: plainText(200).min(1).describe('`*` stands for any text; large and small letters are alike'),
  chain: name.describe('Whose run it is then'),
})

const rules = z.array(chainRule).max(MAX_RULES).describe('The first that fits decides')

export const getChainRules = contract({
  name: 'chainRules.get',
  tag: 'configuration',
  summary: 'Rules by which a trace belongs to a chain, where it does not say so itself with `veritas.chain`.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/chain-rules',
  input: z.strictObject({}),
  output: z.object({ rules: z.array(chainRule) }),
})

export const putChainRules = contract({
  name: 'chainRules.put',
  tag: 'configuration',
  summary: 'Replace the rules. They hold for traces that arrive or grow from now on.',
  scope: 'admin',
  effects: ['write'],
  hints: { idempotent: true },
  method: 'POST',
  path: '/api/v1/chain-rules',
  input: z.strictObject({ rules }),
  output: z.object({ rules: z.array(chainRule) }),
  examples: [{ body: { rules: [{ field: 'service', pattern: 'support-*', chain: 'support' }] } }],
})

export const previewChainRules = contract({
  name: 'chainRules.preview',
  tag: 'configuration',
  summary: 'Which chains the newest traces would belong to under these rules. Nothing is written.',
  scope: 'read',
  effects: [],
  method: 'POST',
  path: '/api/v1/chain-rules/preview',
  input: z.strictObject({ rules }),
  output: z.object({
    traces: z.number().int().describe(`Traces looked at, the newest first, at most ${PREVIEWED_TRACES}`),
    changed: z.number().int().describe('Of these, how many would belong to another chain'),
    groups: z
      .array(
        z.object({
          before: z.string(),
          after: z.string(),
          traces: z.number().int(),
          runId: id.describe('One of them'),
          title: z.string().nullable(),
        }),
      )
      .describe('Traces by the chain they belong to before and after, those that change first'),
  }),
  examples: [{ body: { rules: [{ field: 'root', pattern: 'POST /chat*', chain: 'chat' }] } }],
})

export type ChainRule = z.infer<typeof chainRule>
export type ChainRulesPreview = z.infer<typeof previewChainRules.output>
