import { z } from 'zod'
import { contract } from './contract'
import { addressName, id, plainText } from './primitives'
import { expectedVersion, settingVersion } from './setting-versions'

const MAX_RULES = 50
/** Number of newest traces a preview evaluates. */
export const PREVIEWED_TRACES = 200

export const chainRule = z.object({
  field: z
    .enum(['chain', 'agent', 'root', 'service'])
    .default('chain')
    .describe(
      'Name to match: of the agent or workflow, of the root span, of the service, or whichever of these would be used by default',
    ),
  pattern: plainText(200).min(1).describe('`*` matches any text; case is ignored'),
  chain: addressName().describe('The chain a matching run belongs to'),
})

const rules = z.array(chainRule).max(MAX_RULES).describe('The first matching rule applies')

export const getChainRules = contract({
  name: 'chainRules.get',
  tag: 'configuration',
  summary: 'List the rules that assign a trace to a chain if it does not name one itself with `veritas.chain`.',
  scope: 'read',
  target: 'GET /api/v1/chain-rules',
  output: z.object({ rules: z.array(chainRule), version: settingVersion }),
})

export const putChainRules = contract({
  name: 'chainRules.put',
  tag: 'configuration',
  summary: 'Replace the rules. They apply to traces that arrive or grow from now on.',
  scope: 'admin',
  hints: { idempotent: true },
  target: 'POST /api/v1/chain-rules',
  input: z.strictObject({ rules, expected: expectedVersion }),
  output: z.object({ rules: z.array(chainRule), version: settingVersion }),
  examples: [{ body: { rules: [{ field: 'service', pattern: 'support-*', chain: 'support' }], expected: 0 } }],
})

export const previewChainRules = contract({
  name: 'chainRules.preview',
  tag: 'configuration',
  summary: 'Preview which chains the newest traces would belong to under these rules. Nothing is written.',
  scope: 'read',
  effects: [],
  target: 'POST /api/v1/chain-rules/preview',
  input: z.strictObject({ rules }),
  output: z.object({
    traces: z.number().int().describe(`Traces evaluated, newest first, at most ${PREVIEWED_TRACES}`),
    changed: z.number().int().describe('Of these, how many would move to another chain'),
    groups: z
      .array(
        z.object({
          before: z.string(),
          after: z.string(),
          traces: z.number().int(),
          runId: id.describe('An example run'),
          title: z.string().nullable(),
        }),
      )
      .describe('Traces by chain before and after, those that move first'),
  }),
  examples: [{ body: { rules: [{ field: 'root', pattern: 'POST /chat*', chain: 'chat' }] } }],
})

export type ChainRule = z.infer<typeof chainRule>
export type ChainRulesPreview = z.infer<typeof previewChainRules.output>
