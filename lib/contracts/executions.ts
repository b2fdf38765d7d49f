import { z } from 'zod'
import { contract } from './contract'
import { convergenceState, decision, id, interval, isoTime, listOf, plainText, queryInt, range } from './primitives'
import { ACCEPT_THRESHOLD } from './thresholds'
import { executionSorts } from './vocabulary'

export const attemptView = z.object({ attempt: z.number(), runId: id, score: z.number().nullable(), best: z.boolean() })

/** The attempts of one execution, and what their scores suggest about continuing. */
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
      expectedGain: z.number().describe('Expected gain of one more attempt over the best so far, 0 to 1'),
      interval: interval.describe('95 % credible interval of that gain'),
      method: z.enum(['trend', 'draws']).describe('The last score with its trend, or another draw like those before'),
    })
    .nullable()
    .default(null)
    .describe('Expected gain of one more attempt, beside the published rule; null without a score'),
  acceptFrom: z
    .number()
    .default(ACCEPT_THRESHOLD)
    .describe('The score at which the newest attempt would have been accepted, 0 to 1'),
  gain: z
    .number()
    .nullable()
    .default(null)
    .describe('Gain of the attempts after the first: the best score minus the first; null with fewer than two scores'),
  decision,
  updatedAt: isoTime,
})

export const listExecutions = contract({
  name: 'executions.list',
  summary:
    'List executions of more than one attempt with their convergence state: the newest, or those with the largest actual or expected gain. Pass `cursor` from the last answer to continue.',
  scope: 'read',
  target: 'GET /api/v1/executions',
  table: { name: 'executions', rows: 'executions' },
  input: z.strictObject({
    range: range.optional(),
    chain: listOf(plainText(500)),
    state: listOf(convergenceState),
    sort: z
      .enum(executionSorts)
      .default('newest')
      .describe('gain: of the further attempts; expected_gain: of one more; largest first'),
    limit: queryInt(1, 100).default(24),
    cursor: z.string().max(1500).optional(),
  }),
  output: z.object({ executions: z.array(executionView), next: z.string().nullable() }),
})

const known = z.object({ sum: z.number(), n: z.number().int().describe('Attempts that reported it') })

const worth = z.object({
  attempt: z.number().int().describe('2 is the first repetition; the last one stands for itself and all later ones'),
  n: z.number().int(),
  gain: z.number().nullable().describe('Mean gain over the best earlier score, 0 to 1'),
  interval: interval.nullable().describe('95 % interval of the mean'),
  verdict: z.enum(['pays', 'does_not_pay', 'unclear', 'too_few']),
})

export const summarizeExecutions = contract({
  name: 'executions.summary',
  summary:
    'Summarize the newest 500 executions: attempts until acceptance, the cost of attempts after the best one, and in which chains another attempt pays off.',
  scope: 'read',
  target: 'GET /api/v1/executions/summary',
  input: z.strictObject({ range: range.optional(), chain: listOf(plainText(500)) }),
  output: z.object({
    looked: z.number().int().describe('Executions evaluated, including those of one attempt'),
    isAll: z.boolean().describe('Whether there are no older ones within the filters'),
    since: isoTime.nullable().describe('The oldest of them'),
    states: z.array(z.object({ state: convergenceState, count: z.number().int() })).describe('Of several attempts'),
    accepted: z
      .array(z.object({ attempt: z.number().int(), count: z.number().int() }))
      .describe('Executions by the attempt that was accepted first'),
    unnumbered: z
      .number()
      .int()
      .describe(
        'Accepted executions in which several attempts have the number of the accepted one, as if none is sent',
      ),
    never: z.number().int().describe('Executions without an accepted attempt'),
    keptBest: z.number().int().describe('Of those: the best attempt was kept'),
    afterBest: z.object({
      executions: z.number().int().describe('Executions that continued after their best attempt'),
      runs: z.number().int(),
      tokens: known,
      costUsd: known,
      durationMs: known,
      allRuns: z.number().int().describe('Attempts of all executions'),
    }),
    needs: z.number().int().describe('Attempts required to tell whether one more pays off'),
    chains: z.array(z.object({ chain: z.string(), executions: z.number().int(), attempts: z.array(worth) })),
  }),
})

export type ExecutionView = z.infer<typeof executionView>
export type ExecutionSummary = z.infer<typeof summarizeExecutions.output>
export type AttemptView = z.infer<typeof attemptView>
export type AttemptWorth = z.infer<typeof worth>
