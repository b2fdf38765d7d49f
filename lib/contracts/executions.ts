import { z } from 'zod'
import { contract } from './contract'
import { convergenceState, decision, id, isoTime, listOf, plainText, queryInt, range } from './primitives'
import { ACCEPT_THRESHOLD } from './thresholds'

export const attemptView = z.object({ attempt: z.number(), runId: id, score: z.number().nullable(), best: z.boolean() })

/** The attempts of one piece of work, and what their scores say about going on. */
export const executionView = z.object({
  key: z.string(),
  chain: z.string(),
  version: z.string(),
  attempts: z.array(attemptView),
  state: convergenceState,
  action: z.enum(['continue', 'stop_accept_best', 'stop_revert_best', 'stop_contradictory']),
  best: z.object({ attempt: z.number(), score: z.number() }).nullable(),
  oneMore: z
    .object({
      recommendation: z.enum(['continue', 'stop']),
      expectedGain: z.number().describe('Of one more attempt over the best so far, 0 to 1'),
      interval: z.tuple([z.number(), z.number()]).describe('Where that gain lies with 95 % belief'),
      method: z.enum(['trend', 'draws']).describe('The last score with its trend, or another draw like those before'),
    })
    .nullable()
    .default(null)
    .describe('What one more attempt promises, beside the published rule; null without a score'),
  acceptFrom: z
    .number()
    .default(ACCEPT_THRESHOLD)
    .describe('The score from which the newest attempt would have been accepted, 0 to 1'),
  decision,
  updatedAt: isoTime,
})

export const listExecutions = contract({
  name: 'executions.list',
  tag: 'executions',
  summary: 'Recent executions of more than one attempt, with their convergence state.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/executions',
  table: { name: 'executions', rows: 'executions' },
  input: z.strictObject({
    range: range.optional(),
    chain: listOf(plainText(500)),
    state: listOf(convergenceState),
    limit: queryInt(1, 100).default(24),
  }),
  output: z.object({ executions: z.array(executionView) }),
})

export type ExecutionView = z.infer<typeof executionView>
export type AttemptView = z.infer<typeof attemptView>
