import { z } from 'zod'
import { LARGE_BODY } from './body-limits'
import { contract } from './contract'
import { id, identifier, isoTime, json, page } from './primitives'
import { projectJudgeView } from './project-judges'

const judgePurposes = ['quality_gate', 'compare', 'test'] as const
/** Outcome of one call. `rejected`: the endpoint refused the request itself. */
const judgeOutcomes = [
  'scored',
  'unparseable',
  'refused',
  'rate_limited',
  'timeout',
  'unavailable',
  'rejected',
] as const
export const breakerStates = ['closed', 'open', 'half_open'] as const

export const judgePurpose = z.enum(judgePurposes)
export const judgeOutcome = z.enum(judgeOutcomes)
export const breakerState = z.enum(breakerStates)

const spend = z.object({
  calls: z.number().int().describe('Calls to the endpoint, including failed ones'),
  failed: z.number().int().describe('Calls without a usable answer'),
  cacheHits: z.number().int().describe('Questions answered from the cache'),
  costUsd: z.number().describe('US dollars; a call without reported tokens counts with its upper estimate'),
})

export const breakerView = z.object({
  worker: z.string(),
  state: breakerState,
  rejections: z.number().int().describe('Consecutive judge rejections'),
  openedAt: isoTime.nullable(),
  halfOpenAt: isoTime.nullable().describe('When one evaluation is let through again'),
})

export const judgeCallView = z.object({
  id,
  purpose: judgePurpose,
  worker: z.string(),
  model: z.string(),
  outcome: judgeOutcome,
  score: z.number().int().nullable().describe('1 to 5; for a comparison the position of the better output, 0 = a tie'),
  feedback: z.string().nullable(),
  error: z.string().nullable(),
  inputTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  costUsd: z.number().nullable().describe('US dollars; null if the endpoint reported no tokens or no price is set'),
  durationMs: z.number(),
  calledAt: isoTime,
})

/** Contains no secrets: neither the key nor credentials in the address. */
export const getJudge = contract({
  name: 'judge.get',
  summary:
    'Get the judge: whether it is configured, its model, cost and limits, and the circuit breakers of the workers.',
  scope: 'read',
  target: 'GET /api/v1/judge',
  output: z.object({
    isConfigured: z.boolean().describe('The project has a judge, or the environment of the desk sets one'),
    isEnabled: z.boolean().describe("The project's configuration allows asking it"),
    judges: z
      .array(projectJudgeView)
      .describe('In the order they are asked; if empty, the one from the environment is asked'),
    ofDesk: z
      .object({ model: z.string(), endpoint: z.string(), hasKey: z.boolean() })
      .nullable()
      .describe('The judge set by the environment of the desk (JUDGE_BASE_URL, JUDGE_MODEL)'),
    model: z.string().nullable().describe('Of the judge that is asked first'),
    endpoint: z.string().nullable().describe('Scheme, host and path of its endpoint'),
    hasKey: z.boolean(),
    hasPrices: z.boolean().describe('Without prices the cost is unknown and no cap applies'),
    dailyCapUsd: z.number(),
    timeoutSeconds: z.number(),
    retries: z.number().int(),
    breakerRejections: z.number().int(),
    coolDownSeconds: z.number(),
    today: spend.extend({ reservedUsd: z.number().describe('US dollars reserved by calls in progress') }),
    last30Days: spend,
    breakers: z.array(breakerView).describe('Workers with at least one rejection, open breakers first; at most 200'),
    now: isoTime,
  }),
})

export const listJudgeCalls = contract({
  name: 'judge.calls',
  summary: 'List calls to the judge, newest first. Prompts are not stored.',
  scope: 'read',
  target: 'GET /api/v1/judge/calls',
  input: z.strictObject(page),
  table: { name: 'judge-calls', rows: 'calls', limit: 100 },
  output: z.object({ calls: z.array(judgeCallView), next: z.string().nullable() }),
})

export const resetBreaker = contract({
  name: 'judge.resetBreaker',
  summary: 'Close the circuit breaker of a worker manually and reset its rejections.',
  scope: 'admin',
  target: 'POST /api/v1/judge/breakers/reset',
  input: z.strictObject({ worker: identifier(200) }),
  output: z.object({ worker: z.string(), state: breakerState }),
})

export const testJudge = contract({
  name: 'judge.test',
  summary: 'Ask the judge one small question to test the connection. A real call that counts against the cap.',
  scope: 'admin',
  effects: ['write', 'outside'],
  target: 'POST /api/v1/judge/test',
  input: z.strictObject({ judgeId: id.optional().describe('Default: the one that is asked first') }),
  output: z.object({
    score: z.number().int().nullable(),
    feedback: z.string().nullable(),
    error: z.string().nullable().describe('Why there is no score; null if there is one'),
    durationMs: z.number(),
  }),
})

const output = json.refine((value) => value !== undefined, 'missing')

export const compareOutputs = contract({
  name: 'judge.compare',
  summary:
    'Ask the judge which of two outputs of a task is better, twice with the order swapped. If the two answers disagree the result is a tie, with `consistent` false.',
  scope: 'write',
  effects: ['write', 'outside'],
  queues: true,
  body: LARGE_BODY,
  target: 'POST /api/v1/judge/compare',
  input: z.strictObject({
    task: z.string().trim().min(1).max(1_000_000).describe('The task'),
    criteria: z
      .union([z.string(), z.array(z.string()).max(1000)], { error: 'must be a text or a list of texts' })
      .optional()
      .describe('Criteria to judge by'),
    a: output.describe('One output, as text or JSON'),
    b: output.describe('The other output'),
  }),
  output: z.object({
    winner: z.enum(['a', 'b', 'tie']),
    consistent: z.boolean().describe('Both orders gave the same winner'),
    reason: z.string(),
    replies: z
      .array(
        z.object({
          first: z.enum(['a', 'b']).describe('The output that was shown first'),
          winner: z.enum(['a', 'b', 'tie']),
          feedback: z.string(),
          cached: z.boolean(),
        }),
      )
      .describe('With a shown first, then with b shown first'),
  }),
})

export type BreakerView = z.infer<typeof breakerView>
export type BreakerState = z.infer<typeof breakerState>
export type JudgeCallView = z.infer<typeof judgeCallView>
export type JudgeOutcome = z.infer<typeof judgeOutcome>
export type JudgePurpose = z.infer<typeof judgePurpose>
export type JudgeView = z.infer<typeof getJudge.output>
