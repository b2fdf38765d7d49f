import { z } from 'zod'
import { contract } from './contract'
import { fieldIssues } from './field-issues'
import { bulkMost } from './limits'
import { id, isoTime, listOf, name, plainText, queryFlag } from './primitives'
import { askedReview } from './run-detail'
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
    held: z.array(reviewItem).max(50).describe('Those I hold, the first to return to the queue first.'),
    heldByMe: count.describe('How many there are in all.'),
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

export type ReviewItem = z.infer<typeof reviewItem>
export type ReviewQueue = z.infer<typeof getReviewQueue.output>
export type ReviewFilters = z.infer<typeof reviewFilters>
