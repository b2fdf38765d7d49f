import { z } from 'zod'
import { contract } from './contract'
import { fieldIssues } from './field-issues'
import { ANSWERS_MOST } from './limits'
import { digest, id, isoTime, json, listOf, name, plainText } from './primitives'
import { toolCallView } from './run-detail'

/** Maximum number of pairs per comparison. */
export const MAX_PAIRS = 100

const runName = plainText(200).min(1)
const choice = z.enum(['first', 'second', 'equal'])

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

function checkSubject(context: z.core.ParsePayload<Subject>) {
  const refuse = fieldIssues(context)
  const { chain, a, b, runs } = context.value
  if (runs !== undefined) {
    if (runs.length !== 2) refuse('runs', 'name two runs')
    if (chain !== undefined || a !== undefined || b !== undefined)
      refuse('runs', 'name two runs or two versions, not both')
    return
  }
  if (chain === undefined) refuse('chain', 'name the chain of the versions, or two runs')
  if (a === undefined) refuse('a', 'name a version')
  if (b === undefined) refuse('b', 'name another version')
  if (a !== undefined && a === b) refuse('b', 'must differ from the first version')
}

const sent = z.strictObject({ ...subject, runs: z.array(runName).optional().describe('Two runs') }).check(checkSubject)
const asked = z.strictObject({ ...subject, runs: listOf(runName).describe('Two runs') }).check(checkSubject)

/** How often each side was better, by pairs. With several verdicts on a pair the majority counts. */
export const pairWins = z.object({
  aWins: z.number().int(),
  bWins: z.number().int(),
  ties: z.number().int().describe('Pairs without a better side, or with people evenly split'),
  interval: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe('95 % Wilson interval of the share of decided pairs that b wins; null without any'),
})

/** Verdicts on pairs; those taken back do not count. */
export const pairResult = z.object({
  pairs: z.number().int().describe('Pairs shown to people'),
  answered: z.number().int().describe('Of these, pairs with a verdict'),
  verdicts: z.number().int(),
  people: z.number().int(),
  wins: pairWins
    .nullable()
    .describe(
      'Null while the caller has pairs of these versions to answer, or may take an answer back, which it would give away',
    ),
})

export const askPairs = contract({
  name: 'pairs.ask',
  summary:
    'Ask people which of two versions is better, pair by pair over the scenarios both ran, or which of two runs. Repeating the call adds pairs from newer runs.',
  scope: 'decide',
  hints: { idempotent: true },
  target: 'POST /api/v1/pairs',
  input: sent,
  output: z.object({ result: pairResult, added: z.number().int() }),
  examples: [{ body: { chain: 'support-answers', a: '1.4.0', b: '1.5.0' } }],
})

/** A pair with a verdict: who won it, and its runs. */
export const pairOutcome = z.object({
  winner: z.enum(['a', 'b', 'equal']),
  verdicts: z.number().int().min(1),
  scenario: z.string().nullable(),
  aRunId: id,
  bRunId: id,
})

export const getPairResult = contract({
  name: 'pairs.result',
  summary:
    'Get the blind verdicts on two versions or two runs: wins of each side, with an interval, and the pairs they count.',
  scope: 'read',
  target: 'GET /api/v1/pairs',
  input: asked,
  output: z.object({
    result: pairResult,
    outcomes: z.array(pairOutcome).nullable().describe('The pairs with a verdict; null while `wins` is'),
    unanswered: z.number().int().describe('Pairs of these versions that wait for the caller'),
    changeable: z
      .number()
      .int()
      .describe('Answers of the caller that they may still take back, until `pairs.reveal` shows which side was which'),
  }),
})

const blindStep = z.object({
  name: z.string(),
  type: z.string().nullable(),
  status: z.string(),
  output: json.optional(),
  error: z.string().nullable(),
  toolCalls: z.array(toolCallView).nullable(),
})

/** One side as shown to the reviewer: the output, without its version or scores. */
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
  evidenceDigest: digest.describe(
    'Digest of both sides. Send it with the answer, which is refused if one has changed since.',
  ),
})

/** An answer of the caller, by the places in which they saw the sides. */
export const ownAnswer = z.object({
  pairId: id,
  verdictId: id,
  scenario: z.string().nullable(),
  choice,
  note: z.string().nullable(),
  at: isoTime,
})

export const nextPair = contract({
  name: 'pairs.next',
  summary:
    'Claim the next pair for the caller, for ten minutes: never one they have answered, skipped or left, or one claimed by another person. A pair whose answer was taken back comes first, with the sides in the same places. Which side is which is not revealed.',
  scope: 'decide',
  hints: { idempotent: true },
  target: 'POST /api/v1/pairs/next',
  input: z
    .strictObject({
      ...subject,
      runs: z.array(runName).optional().describe('Two runs'),
      again: z.boolean().optional().describe('Offer the pairs that the caller skipped again'),
    })
    .check(checkSubject),
  output: z.object({
    pair: blindPair.nullable().describe('Null if none is left, the caller skipped the rest, or others have claimed it'),
    answered: z.number().int().describe('Answered by the caller'),
    pairs: z.number().int(),
    busy: z.number().int().describe('Pairs currently claimed by others'),
    skipped: z.number().int().describe('Skipped by the caller and not answered'),
    left: z.number().int().describe('Left unanswered by the caller, by `pairs.reveal`'),
    own: z.array(ownAnswer).max(ANSWERS_MOST).describe('Answers that the caller may still take back, newest first'),
  }),
})

export const skipPair = contract({
  name: 'pairs.skip',
  summary:
    'Skip a pair without an answer: the caller gets it again only when they ask for it. Others may get it at once.',
  scope: 'decide',
  hints: { idempotent: true },
  target: 'POST /api/v1/pairs/{pairId}/skip',
  input: z.strictObject({ pairId: id }),
  output: z.object({}),
})

export const decidePair = contract({
  name: 'pairs.decide',
  summary:
    'Choose the better side of a claimed pair, or neither. The caller may take the answer back until `pairs.reveal` shows which side was which, once all pairs are answered: each would give the next one away.',
  scope: 'decide',
  target: 'POST /api/v1/pairs/{pairId}/verdict',
  input: z.strictObject({
    pairId: id,
    choice,
    note: plainText(10_000).optional(),
    evidenceDigest: digest
      .optional()
      .describe('Digest of the pair that the person saw. Refused with `stale_evidence` if a side has changed since.'),
  }),
  output: z.object({
    verdictId: id,
    choice,
    unanswered: z.number().int().describe('Pairs of the same versions that the caller has neither answered nor left'),
  }),
  examples: [{ body: { choice: 'first', note: 'It names the order.' } }],
})

export const undoPair = contract({
  name: 'pairs.undo',
  summary:
    'Take your own answer on a pair back, until `pairs.reveal` has shown you which side was which: a changed answer would not be blind. `pairs.next` then offers the pair first, with the sides in the same places, unless another person has it at the moment. Both events stay on record; the answer no longer counts.',
  scope: 'decide',
  target: 'POST /api/v1/pairs/{pairId}/verdict/{verdictId}/undo',
  input: z.strictObject({ pairId: id, verdictId: id }),
  output: z.object({
    isHeld: z.boolean().describe('The caller has the pair again; otherwise another person has it at the moment'),
  }),
})

const side = z.object({ version: z.string(), runId: id })
const revealedPair = z.object({ choice, scenario: z.string().nullable(), first: side, second: side })

export const revealPairs = contract({
  name: 'pairs.reveal',
  summary:
    'Show which side was which in the pairs that the caller answered, whose answers stay from then on. Refused while some are unanswered, unless the caller leaves those for good.',
  scope: 'decide',
  hints: { idempotent: true },
  target: 'POST /api/v1/pairs/reveal',
  input: z
    .strictObject({
      ...subject,
      runs: z.array(runName).optional().describe('Two runs'),
      leave: z.boolean().optional().describe('Leave the unanswered pairs: the caller never gets them again'),
    })
    .check(checkSubject),
  output: z.object({
    given: z.array(revealedPair).max(ANSWERS_MOST).describe('Newest first'),
  }),
  examples: [{ body: { chain: 'support-answers', a: '1.4.0', b: '1.5.0' } }],
})

export type PairWins = z.infer<typeof pairWins>
export type OwnAnswer = z.infer<typeof ownAnswer>
export type PairResult = z.infer<typeof pairResult>
export type PairOutcome = z.infer<typeof pairOutcome>
export type RevealedPair = z.infer<typeof revealedPair>
export type BlindPair = z.infer<typeof blindPair>
export type BlindSide = z.infer<typeof blindSide>
export type PairSubject = z.output<typeof sent>
