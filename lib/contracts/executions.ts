import { z } from 'zod'
import { contract } from './contract'
import { convergenceState, decision, id, isoTime, listOf, plainText, queryInt, range } from './primitives'
import { ACCEPT_THRESHOLD } from './thresholds'
import { executionSorts } from './vocabulary'

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
  gain: z
    .number()
    .nullable()
    .default(null)
    .describe('What the attempts after the first brought: the best score less the first; null without two scores'),
  decision,
  updatedAt: isoTime,
})

export const listExecutions = contract({
  name: 'executions.list',
  tag: 'executions',
  summary:
    'Executions of more than one attempt with their convergence state: the newest, or those whose attempts brought or promise most. Pass `cursor` from the last answer to go on.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/executions',
  table: { name: 'executions', rows: 'executions' },
  input: z.strictObject({
    range: range.optional(),
    chain: listOf(plainText(500)),
    state: listOf(convergenceState),
    sort: z
      .enum(executionSorts)
      .default('newest')
      .describe('gain: what the further attempts brought; expected_gain: what one more promises; the most first'),
    limit: queryInt(1, 100).default(24),
    cursor: z.string().max(1500).optional(),
  }),
  output: z.object({ executions: z.array(executionView), next: z.string().nullable() }),
})

const known = z.object({ sum: z.number(), n: z.number().int().describe('Attempts that told it') })

const worth = z.object({
  attempt: z.number().int().describe('2 is the first repetition; the last one stands for all from it on'),
  n: z.number().int(),
  gain: z.number().nullable().describe('Mean gain over the best score before, 0 to 1'),
  interval: z.tuple([z.number(), z.number()]).nullable().describe('Of the mean, 95 %'),
  verdict: z.enum(['pays', 'does_not_pay', 'unclear', 'too_few']),
})

export const summarizeExecutions = contract({
  name: 'executions.summary',
  tag: 'executions',
  summary:
    'How many attempts acceptance takes, what attempts after the best one cost, and where by chain another attempt pays, from the newest 5,000 executions.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/executions/summary',
  input: z.strictObject({ range: range.optional(), chain: listOf(plainText(500)) }),
  output: z.object({
    looked: z.number().int().describe('Executions that this is about, those of one attempt included'),
    isAll: z.boolean().describe('Whether there are no older ones within the filters'),
    since: isoTime.nullable().describe('The oldest of them'),
    states: z.array(z.object({ state: convergenceState, count: z.number().int() })).describe('Of several attempts'),
    accepted: z
      .array(z.object({ attempt: z.number().int(), count: z.number().int() }))
      .describe('Executions by the attempt that was accepted first'),
    never: z.number().int().describe('Executions without an accepted attempt'),
    keptBest: z.number().int().describe('Of those: the best attempt was kept'),
    afterBest: z.object({
      executions: z.number().int().describe('Executions that went on after their best attempt'),
      runs: z.number().int(),
      tokens: known,
      costUsd: known,
      durationMs: known,
      allRuns: z.number().int().describe('Attempts of all executions'),
    }),
    needs: z.number().int().describe('Attempts that it takes to say whether one more pays'),
    chains: z.array(z.object({ chain: z.string(), executions: z.number().int(), attempts: z.array(worth) })),
  }),
})

export type ExecutionView = z.infer<typeof executionView>
export type ExecutionSummary = z.infer<typeof summarizeExecutions.output>
export type AttemptView = z.infer<typeof attemptView>
