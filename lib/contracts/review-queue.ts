import { z } from 'zod'
import { predictionView } from './calibration'
import { contract } from './contract'
import { fieldIssues } from './field-issues'
import { bulkMost } from './limits'
import { id, isoTime, listOf, name, plainText, queryFlag } from './primitives'
import { decisionView, fitsVerdict, runState, verdictFields } from './reviews'
import { givenAnswer, rubric, rubricAnswer } from './rubrics'
import { askedReview, runDetail } from './run-detail'
import { runRow } from './runs'
import { reviewReasons } from './vocabulary'

const count = z.number().int().min(0)
const reason = z.enum(reviewReasons)
const person = z.object({ userId: id, name: z.string() })

const reviewFilters = z.strictObject({
  chain: name.optional(),
  reason: listOf(reason),
  assigned: queryFlag.optional().describe('Only runs assigned to me.'),
})

/** Why a run waits, and for whom. Contains no scores and no verdicts of others. */
export const reviewItem = z.object({
  runId: id,
  clientId: z.string(),
  chain: z.string(),
  version: z.string(),
  reasons: z.array(reason).describe('Most serious first.'),
  gateId: id.nullable().describe('A pending gate on this run, the one due first.'),
  gateDeadlineAt: isoTime.nullable().describe('When that gate times out.'),
  occurredAt: isoTime,
  queuedAt: isoTime,
  said: count.describe('People with a verdict in force.'),
  needed: count.describe('People required.'),
  asked: askedReview.nullable().default(null).describe('Who asked for this review, or for one more; null: no person.'),
  assignedTo: person.nullable(),
  held: z.object({ until: isoTime, userId: id.nullable(), by: z.string(), why: z.string().nullable() }).nullable(),
  claimedUntil: isoTime.nullable().describe('When my claim ends; null if it is not mine.'),
})

export const getReviewQueue = contract({
  name: 'review.get',
  tag: 'reviews',
  summary: 'Get the state of the review queue: how many runs wait, why and in which chains, my claims and my pace.',
  scope: 'read',
  target: 'GET /api/v1/review',
  input: reviewFilters,
  output: z.object({
    waiting: count.describe('Waiting for me, with these filters; at most 1000 are counted, the most valuable first.'),
    everything: count.describe('Ignoring the filters, counted in the same way.'),
    exact: z
      .object({ waiting: z.boolean(), everything: z.boolean() })
      .describe('Whether all were counted. Otherwise more wait.'),
    reasons: z
      .array(z.object({ reason, count }))
      .describe('Those with the other filters, by reason; a run counts under each of its reasons.'),
    chains: z.array(z.object({ chain: z.string(), count })).describe('Everything, by chain.'),
    assignedToMe: count,
    held: z.array(reviewItem).max(50).describe('My claims.'),
    heldByOthers: count,
    withOthers: count.describe('Currently claimed by others.'),
    changesInMs: count
      .nullable()
      .describe('Milliseconds until the next hold, or claim of another person, ends by itself; null: none will.'),
    doneToday: count
      .nullable()
      .describe(
        'Runs I reviewed in the last twelve hours, of the chain. Null with `reason` or `assigned`, which a reviewed run no longer has.',
      ),
    secondsEach: z
      .number()
      .nullable()
      .describe(
        'Median time between my last verdicts, without breaks and without those that followed within two seconds, unread; null if there are too few.',
      ),
    last: z
      .object({ runId: id, clientId: z.string(), decisionId: id, verdict: z.string(), at: isoTime })
      .nullable()
      .describe('My last verdict of today that is in force, for undo.'),
    disputed: count.describe('Runs with disagreeing verdicts, waiting for a further person.'),
    audit: z.object({ drawn: count, answered: count }).describe('Runs of the last 30 days drawn at random.'),
  }),
})

export const nextReviews = contract({
  name: 'review.next',
  tag: 'reviews',
  summary: 'Claim the runs most worth a review: the first to show now, the others to prefetch. Nobody else gets them.',
  scope: 'member',
  target: 'POST /api/v1/review/next',
  input: reviewFilters.extend({
    first: id.optional().describe('A run to claim first, if it waits and nobody else has claimed it.'),
    count: z.number().int().min(1).max(5).default(2),
  }),
  output: z.object({ items: z.array(reviewItem) }),
  examples: [{ body: { count: 2 } }],
})

export const renewReviews = contract({
  name: 'review.renew',
  tag: 'reviews',
  summary: 'Renew my claims. Runs claimed by another person in the meantime are left out of the answer.',
  scope: 'member',
  hints: { idempotent: true },
  target: 'POST /api/v1/review/renew',
  input: z.strictObject({ runIds: z.array(id).min(1).max(5) }),
  output: z.object({ kept: z.array(z.object({ runId: id, until: isoTime })) }),
})

export const skipReview = contract({
  name: 'review.skip',
  tag: 'reviews',
  summary: 'Skip a run: it comes back to me when nothing else waits. Others may get it.',
  scope: 'member',
  target: 'POST /api/v1/review/runs/{runId}/skip',
  input: z.strictObject({ runId: id }),
  output: z.object({}),
})

const why = plainText(1000).optional()

/** Moves a waiting run. */
export const moveReview = contract({
  name: 'review.move',
  tag: 'reviews',
  summary:
    'Hold a run until later, return it to the queue, assign it to a person, ask one more person, or take that request back.',
  scope: 'decide',
  target: 'POST /api/v1/review/runs/{runId}/move',
  input: z
    .strictObject({
      runId: id,
      action: z.enum(['hold', 'release', 'assign', 'ask', 'unask']),
      until: isoTime.optional().describe('With hold: not before this time.'),
      userId: id.nullable().optional().describe('With assign: the assignee; null: anyone.'),
      replaces: id
        .nullable()
        .optional()
        .describe(
          'Whose assignment (with assign), hold (release) or request (unask) this ends, null for none. Refused if it is that of another by now.',
        ),
      reason: why,
    })
    .check((context) => {
      const { action, until, userId, replaces } = context.value
      const add = fieldIssues(context)
      if ((action === 'hold') !== (until !== undefined)) add('until', 'is required for hold, and only allowed with it')
      if ((action === 'assign') !== (userId !== undefined))
        add('userId', 'is required for assign (null: anyone), and only allowed with it')
      if ((action === 'hold' || action === 'ask') && replaces !== undefined)
        add('replaces', 'is only allowed with assign, release and unask')
    }),
  output: z.object({ item: reviewItem }),
  examples: [{ body: { action: 'hold', until: '2026-11-23T09:00:00Z', reason: 'The order system is down.' } }],
})

export const addReviews = contract({
  name: 'review.add',
  tag: 'reviews',
  summary:
    'Add runs to the review queue manually, for anyone or for one person, except those this person has reviewed already.',
  scope: 'decide',
  target: 'POST /api/v1/review/runs',
  input: z.strictObject({
    runIds: z.array(id).min(1).max(bulkMost.queued),
    userId: id.nullable().default(null),
    reason: why,
  }),
  output: z.object({
    added: count,
    leftOut: z.array(z.string()).describe('Client ids of the runs that this person has reviewed already; not added.'),
  }),
})

const SCORED = [
  'isCovered',
  'scores',
  'signals',
  'vetoed',
  'execution',
  'feedback',
  'checks',
  'decisions',
  'ownReview',
  'learned',
  'asked',
] as const
const covered = Object.fromEntries(SCORED.map((field) => [field, true])) as { [F in (typeof SCORED)[number]]: true }

/** A run without scores, predictions or verdicts of others. */
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

/** The verdict of one person on a run, with rubric answers. */
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
  answers: z.array(givenAnswer),
})

/** What was hidden during the review: the desk's decision and the verdicts of others. */
export const reviewReveal = z.object({
  before: runState.describe('What the desk itself said: the state before anyone gave a verdict.'),
  reason: z
    .string()
    .nullable()
    .describe('Reason of the desk’s decision, as a sentence; null where another verdict had already moved it.'),
  predictions: z.array(predictionView),
  others: z.array(personVerdict).describe('Verdicts of others that are in force.'),
  withDesk: z
    .enum(['agreed', 'disagreed', 'unknown'])
    .describe('Unknown: the desk had no opinion, or the rating lies between.'),
  withPeople: z.enum(['agreed', 'disagreed', 'unknown']).describe('Unknown: nobody else has reviewed it.'),
})

export const getReviewItem = contract({
  name: 'review.item',
  tag: 'reviews',
  summary: 'Get one run for review, with its rubric. In a blind review it contains no score, prediction or verdict.',
  scope: 'read',
  target: 'GET /api/v1/review/runs/{runId}',
  input: z.strictObject({ runId: id }),
  output: z.object({
    detail: blindRun,
    rubric,
    isBlind: z.boolean(),
    mine: personVerdict.nullable().describe('My own verdict, if in force.'),
    undone: personVerdict
      .nullable()
      .describe('My last verdict if it was taken back and none of mine is in force: what a form starts from.'),
  }),
})

/** One person's verdict on a disputed run, without who gave it and when. */
export const disputedSide = personVerdict.pick({
  decisionId: true,
  verdict: true,
  value: true,
  reason: true,
  answers: true,
})

export const showSides = contract({
  name: 'review.sides',
  tag: 'reviews',
  summary:
    'Show the reasons of the people who disagree on a run, without their names, to the person who settles it. A verdict given after that is not blind.',
  scope: 'decide',
  hints: { idempotent: true },
  target: 'POST /api/v1/review/runs/{runId}/sides',
  input: z.strictObject({ runId: id }),
  output: z.object({ sides: z.array(disputedSide).describe('In an order that says nothing about who or when.') }),
})

export const giveVerdict = contract({
  name: 'review.verdict',
  tag: 'reviews',
  summary:
    'Submit a verdict on a run of the queue, in addition to those of others. The answer reveals what was hidden; a verdict can be revised once.',
  scope: 'decide',
  target: 'POST /api/v1/review/runs/{runId}/verdict',
  input: z
    .strictObject({
      runId: id,
      ...verdictFields,
      answers: z.array(rubricAnswer).max(200).default([]),
      rubric: count
        .optional()
        .describe('The version of the rubric that was answered. Refused if it was changed since.'),
      revises: id.optional().describe('My verdict to revise after seeing scores and other verdicts.'),
    })
    .check(fitsVerdict),
  output: z.object({ decision: decisionView, before: runState, after: runState, reveal: reviewReveal }),
  examples: [{ body: { verdict: 'approve', answers: [{ item: 'helpful', value: 4 }] } }],
})

export type ReviewItem = z.infer<typeof reviewItem>
export type ReviewQueue = z.infer<typeof getReviewQueue.output>
export type BlindRun = z.infer<typeof blindRun>
export type PersonVerdict = z.infer<typeof personVerdict>
export type ReviewReveal = z.infer<typeof reviewReveal>
export type ReviewFilters = z.infer<typeof reviewFilters>
