import { z } from 'zod'
import { predictionView } from './calibration'
import { contract } from './contract'
import { id, isoTime, listOf, name, plainText, queryFlag, unit } from './primitives'
import { decisionView, runState } from './reviews'
import { rubric, rubricAnswer } from './rubrics'
import { runDetail } from './run-detail'
import { runRow } from './runs'
import { reviewReasons } from './vocabulary'

const count = z.number().int().min(0)
const reason = z.enum(reviewReasons)
const person = z.object({ userId: id, name: z.string() })

/** Which of what waits. */
const reviewFilters = z.strictObject({
  chain: name.optional(),
  reason: listOf(reason),
  assigned: queryFlag.optional().describe('Only what is assigned to me.'),
})

/** Why a run waits, and for whom. It says nothing of scores or of what others said. */
export const reviewItem = z.object({
  runId: id,
  clientId: z.string(),
  chain: z.string(),
  version: z.string(),
  reasons: z.array(reason).describe('The gravest first.'),
  gateId: id.nullable().describe('A gate about this run that waits for a decision.'),
  occurredAt: isoTime,
  queuedAt: isoTime,
  said: count.describe('People whose verdicts stand.'),
  needed: count.describe('People who are asked.'),
  assignedTo: person.nullable(),
  held: z.object({ until: isoTime, by: z.string(), why: z.string().nullable() }).nullable(),
  claimedUntil: isoTime.nullable().describe('Mine until then; null where I do not have it.'),
})

export const getReviewQueue = contract({
  name: 'review.get',
  tag: 'reviews',
  summary: 'What waits for a review: how much, why and in which chains, what is mine, and how fast I go.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/review',
  input: reviewFilters,
  output: z.object({
    waiting: count.describe('For me, by these filters; at most 1000 are counted.'),
    everything: count.describe('Whatever the filters say.'),
    reasons: z.array(z.object({ reason, count })).describe('By the gravest reason, of the first 1000.'),
    chains: z.array(z.object({ chain: z.string(), count })),
    assignedToMe: count,
    held: z.array(reviewItem).max(50).describe('What I hold.'),
    heldByOthers: count,
    withOthers: count.describe('Handed out to other people at this moment.'),
    doneToday: count.describe('Runs that I reviewed in the last twelve hours.'),
    secondsEach: z.number().nullable().describe('The middle of what my last verdicts took; null: too few.'),
    last: z
      .object({ runId: id, clientId: z.string(), decisionId: id, verdict: z.string(), at: isoTime })
      .nullable()
      .describe('My last verdict of today that stands, to take back.'),
    disputed: count.describe('Runs that people disagree on and a further person has to settle.'),
    audit: z.object({ drawn: count, answered: count }).describe('Runs of the last 30 days that were drawn at random.'),
  }),
})

export const nextReviews = contract({
  name: 'review.next',
  tag: 'reviews',
  summary:
    'Hands out what is most worth a review: the first to look at now, the others to have at hand. Nobody else gets them.',
  scope: 'member',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/review/next',
  input: reviewFilters.extend({
    first: id.optional().describe('A run to go on with, where it waits and nobody else has it.'),
    count: z.number().int().min(1).max(5).default(2),
  }),
  output: z.object({ items: z.array(reviewItem) }),
  examples: [{ body: { count: 2 } }],
})

export const renewReviews = contract({
  name: 'review.renew',
  tag: 'reviews',
  summary: 'Keep what was handed out to me. What somebody else has by now is not in the answer.',
  scope: 'member',
  effects: ['write'],
  hints: { idempotent: true },
  method: 'POST',
  path: '/api/v1/review/renew',
  input: z.strictObject({ runIds: z.array(id).min(1).max(5) }),
  output: z.object({ kept: z.array(z.object({ runId: id, until: isoTime })) }),
})

export const skipReview = contract({
  name: 'review.skip',
  tag: 'reviews',
  summary: 'Put a run off: it comes to me again once nothing else waits. Others may get it.',
  scope: 'member',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/review/runs/{runId}/skip',
  input: z.strictObject({ runId: id }),
  output: z.object({}),
})

const why = plainText(1000).optional()

/** What becomes of a run that waits. */
export const moveReview = contract({
  name: 'review.move',
  tag: 'reviews',
  summary: 'Hold a run until later, send it back to the queue, assign it to a person, or ask one more person.',
  scope: 'decide',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/review/runs/{runId}/move',
  input: z
    .strictObject({
      runId: id,
      action: z.enum(['hold', 'release', 'assign', 'ask']),
      until: isoTime.optional().describe('Of hold: nobody gets it before.'),
      userId: id.nullable().optional().describe('Of assign: who gets it; null: anybody.'),
      reason: why,
    })
    .check((context) => {
      const { action, until, userId } = context.value
      const add = (path: string, message: string) =>
        context.issues.push({ code: 'custom', input: context.value, path: [path], message })
      if ((action === 'hold') !== (until !== undefined)) add('until', 'is the time of a hold, and needed for one')
      if ((action === 'assign') !== (userId !== undefined)) add('userId', 'is the person of an assignment, or null')
    }),
  output: z.object({ item: reviewItem }),
  examples: [{ body: { action: 'hold', until: '2026-11-23T09:00:00Z', reason: 'The order system is down.' } }],
})

export const addReviews = contract({
  name: 'review.add',
  tag: 'reviews',
  summary: 'Put runs into the review queue by hand, for anybody or for one person.',
  scope: 'decide',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/review/runs',
  input: z.strictObject({ runIds: z.array(id).min(1).max(200), userId: id.nullable().default(null), reason: why }),
  output: z.object({ added: count }),
})

const SCORED = ['scores', 'signals', 'vetoed', 'execution', 'feedback', 'checks', 'decisions', 'learned'] as const
const covered = Object.fromEntries(SCORED.map((field) => [field, true])) as { [F in (typeof SCORED)[number]]: true }

/** A run without a score, a prediction or a word of anybody else. */
export const blindRun = runDetail.omit({ ...covered, run: true, gates: true, deadLetters: true }).extend({
  run: runRow.pick({
    id: true,
    clientId: true,
    chain: true,
    version: true,
    kind: true,
    scenario: true,
    attempt: true,
    status: true,
    occurredAt: true,
    durationMs: true,
    tokens: true,
    costUsd: true,
    nodes: true,
    failedNodes: true,
    issues: true,
    failureClass: true,
  }),
})

/** What one person said of a run, with their answers. */
export const personVerdict = z.object({
  decisionId: id,
  userId: id,
  by: z.string(),
  verdict: z.string(),
  value: z.number(),
  reason: z.string().nullable(),
  at: isoTime,
  isBlind: z.boolean(),
  revises: id.nullable(),
  answers: z.array(rubricAnswer),
})

/** What was covered: what the desk and other people said before this verdict. */
export const reviewReveal = z.object({
  before: runState,
  reason: z.string().describe('Of the desk’s decision, in a sentence.'),
  predictions: z.array(predictionView),
  others: z.array(personVerdict).describe('Verdicts of other people that stand.'),
  withDesk: z
    .enum(['agreed', 'disagreed', 'unknown'])
    .describe('Unknown: the desk had no opinion, or the rating lies between.'),
  withPeople: z.enum(['agreed', 'disagreed', 'unknown']).describe('Unknown: nobody else has spoken.'),
})

export const getReviewItem = contract({
  name: 'review.item',
  tag: 'reviews',
  summary:
    'One run as it is reviewed, with its rubric. While reviews are blind no score, prediction or verdict is in it.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/review/runs/{runId}',
  input: z.strictObject({ runId: id }),
  output: z.object({
    detail: blindRun,
    rubric,
    isBlind: z.boolean(),
    mine: personVerdict.nullable().describe('My own verdict, where I gave one that stands.'),
  }),
})

export const giveVerdict = contract({
  name: 'review.verdict',
  tag: 'reviews',
  summary:
    'Give a verdict on a run of the queue, beside those of others. The answer shows what was covered until then; a verdict can be revised once.',
  scope: 'decide',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/review/runs/{runId}/verdict',
  input: z
    .strictObject({
      runId: id,
      verdict: z.enum(['approve', 'reject', 'rate']),
      rating: unit.optional(),
      reason: plainText(10_000).optional(),
      answers: z.array(rubricAnswer).max(200).default([]),
      revises: id.optional().describe('The own verdict that is changed now that scores and others are known.'),
    })
    .check((context) => {
      const { verdict, rating, reason: said } = context.value
      const add = (path: string, message: string) =>
        context.issues.push({ code: 'custom', input: context.value, path: [path], message })
      if (verdict === 'rate' && rating === undefined) add('rating', 'a rating needs a number from 0 to 1')
      if (verdict !== 'rate' && rating !== undefined) add('rating', 'only the verdict "rate" carries a rating')
      if (verdict === 'reject' && !said) add('reason', 'a rejection needs a reason')
    }),
  output: z.object({ decision: decisionView, before: runState, after: runState, reveal: reviewReveal }),
  examples: [{ body: { verdict: 'approve', answers: [{ item: 'helpful', value: 4 }] } }],
})

const interval = z.tuple([z.number(), z.number()]).nullable()
const share = z.object({ n: count, of: count, share: z.number().nullable(), interval }).describe('Wilson, 95 %.')
const alpha = z.object({
  runs: count.describe('Judged by two or more people.'),
  alpha: z.number().nullable().describe("Krippendorff's alpha; null: nothing to compare, or all said the same."),
  interval: interval.describe('95 %, bootstrap over runs.'),
})

export const getAgreement = contract({
  name: 'review.agreement',
  tag: 'reviews',
  summary: 'How far people say the same of the same runs: in all, by reviewer, by pair, and by item of the rubric.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/review/agreement',
  input: z.strictObject({ chain: name.optional() }),
  output: z.object({
    needed: count.describe('Below so many runs judged twice alpha says too little.'),
    verdicts: alpha.extend({ same: share }),
    reviewers: z.array(
      person.extend({ verdicts: count, approved: share, same: share.describe('With others, on runs both judged.') }),
    ),
    pairs: z.array(
      z.object({
        a: person,
        b: person,
        same: share,
        kappa: z.number().nullable().describe("Cohen's; null: both always said one thing."),
      }),
    ),
    items: z.array(z.object({ chain: z.string(), item: z.string(), label: z.string(), same: share, ...alpha.shape })),
  }),
})

export type ReviewItem = z.infer<typeof reviewItem>
export type ReviewQueue = z.infer<typeof getReviewQueue.output>
export type BlindRun = z.infer<typeof blindRun>
export type PersonVerdict = z.infer<typeof personVerdict>
export type ReviewReveal = z.infer<typeof reviewReveal>
export type Agreement = z.infer<typeof getAgreement.output>
export type ReviewFilters = z.infer<typeof reviewFilters>
