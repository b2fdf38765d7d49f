import { z } from 'zod'
import { contract } from './contract'
import { id, json, listOf, name, plainText } from './primitives'
import { toolCallView } from './run-detail'

/** Most pairs that one question puts. */
export const MAX_PAIRS = 100

const runName = plainText(200).min(1)

/** What is compared: two versions of a chain, or two runs of it. */
const subject = {
  chain: name.optional().describe('The chain of both versions'),
  a: name.optional().describe('A version of the chain'),
  b: name.optional().describe('Another version of it'),
}

type Subject = {
  chain?: string | undefined
  a?: string | undefined
  b?: string | undefined
  runs?: string[] | undefined
}

function checkSubject({ value, issues }: { value: Subject; issues: z.core.$ZodRawIssue[] }) {
  const refuse = (path: string, message: string) => issues.push({ code: 'custom', input: value, path: [path], message })
  const { chain, a, b, runs } = value
  if (runs !== undefined) {
    if (runs.length !== 2) refuse('runs', 'name two runs')
    if (chain !== undefined || a !== undefined || b !== undefined)
      refuse('runs', 'name two runs or two versions, not both')
    return
  }
  if (chain === undefined) refuse('chain', 'name the chain of the versions, or two runs')
  if (a === undefined) refuse('a', 'name a version')
  if (b === undefined) refuse('b', 'name another version')
  if (a !== undefined && a === b) refuse('b', 'name another version than the first')
}

const sent = z.strictObject({ ...subject, runs: z.array(runName).optional().describe('Two runs') }).check(checkSubject)
const asked = z.strictObject({ ...subject, runs: listOf(runName).describe('Two runs') }).check(checkSubject)

/** How often either side was better, by pairs: of several verdicts on a pair the majority counts. */
export const pairResult = z.object({
  pairs: z.number().int().describe('Pairs that were put to people'),
  answered: z.number().int().describe('Of these, pairs with a verdict'),
  verdicts: z.number().int(),
  people: z.number().int(),
  aWins: z.number().int(),
  bWins: z.number().int(),
  ties: z.number().int().describe('Pairs of which neither was better, or people were evenly split'),
  interval: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe('95 % Wilson interval of the share that b wins, of the pairs that one side won; null without any'),
})

export const askPairs = contract({
  name: 'pairs.ask',
  tag: 'pairs',
  summary:
    'Ask people which of two versions is better, pair by pair of the scenarios that both ran, or which of two runs. Asked again, newer runs make further pairs.',
  scope: 'decide',
  effects: ['write'],
  hints: { idempotent: true },
  method: 'POST',
  path: '/api/v1/pairs',
  input: sent,
  output: z.object({ result: pairResult, added: z.number().int() }),
  examples: [{ body: { chain: 'support-answers', a: '1.4.0', b: '1.5.0' } }],
})

export const getPairResult = contract({
  name: 'pairs.result',
  tag: 'pairs',
  summary:
    'What people said of two versions or two runs, pair by pair and blind: wins of either side with an interval.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/pairs',
  input: asked,
  output: z.object({ result: pairResult }),
})

const blindStep = z.object({
  name: z.string(),
  type: z.string().nullable(),
  status: z.string(),
  output: json.optional(),
  error: z.string().nullable(),
  toolCalls: z.array(toolCallView).nullable(),
})

/** One side as it is judged: what came, and nothing of whose it is or how it was scored. */
export const blindSide = z.object({
  output: json.optional(),
  error: z.string().nullable(),
  steps: z.array(blindStep),
})

export const blindPair = z.object({
  id,
  scenario: z.string().nullable(),
  request: json.optional(),
  first: blindSide,
  second: blindSide,
})

export const nextPair = contract({
  name: 'pairs.next',
  tag: 'pairs',
  summary:
    'The next pair for the person who asks, claimed for ten minutes: never one that they have answered, nor one that somebody else has. Which side is which is not told.',
  scope: 'decide',
  effects: ['write'],
  hints: { idempotent: true },
  method: 'POST',
  path: '/api/v1/pairs/next',
  input: sent,
  output: z.object({
    pair: blindPair.nullable().describe('Null where none is left, or others have what is left'),
    answered: z.number().int().describe('By the person who asks'),
    pairs: z.number().int(),
    busy: z.number().int().describe('Pairs that others have before them now'),
  }),
})

export const decidePair = contract({
  name: 'pairs.decide',
  tag: 'pairs',
  summary:
    'Say which side of a claimed pair is better, or that neither is. It is kept as it is said; only then is told which side was which.',
  scope: 'decide',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/pairs/{pairId}/verdict',
  input: z.strictObject({
    pairId: id,
    choice: z.enum(['first', 'second', 'equal']),
    note: plainText(10_000).optional(),
  }),
  output: z.object({
    choice: z.enum(['first', 'second', 'equal']),
    first: z.object({ version: z.string(), runId: id }),
    second: z.object({ version: z.string(), runId: id }),
  }),
  examples: [{ body: { choice: 'first', note: 'It names the order.' } }],
})

export type PairResult = z.infer<typeof pairResult>
export type BlindPair = z.infer<typeof blindPair>
export type BlindSide = z.infer<typeof blindSide>
export type PairSubject = z.output<typeof sent>
