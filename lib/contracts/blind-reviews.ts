import { z } from 'zod'
import { predictionView } from './calibration'
import { contract } from './contract'
import { id, isoTime } from './primitives'
import { decisionView, fitsVerdict, runState, seenDigest, verdictFields } from './reviews'
import { givenAnswer, rubric, rubricAnswer } from './rubrics'
import { runDetail } from './run-detail'
import { runRow } from './runs'

const SCORED = [
  'isCovered',
  'scores',
  'signals',
  'vetoed',
  'execution',
  'feedback',
  'checks',
  'checkCount',
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
  isBlind: z.boolean().describe('Given in the queue while scores and verdicts of others were hidden there.'),
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
      rubric: z
        .number()
        .int()
        .min(0)
        .optional()
        .describe('The version of the rubric that was answered. Refused if it was changed since.'),
      evidenceDigest: seenDigest,
      revises: id.optional().describe('My verdict to revise after seeing scores and other verdicts.'),
    })
    .check(fitsVerdict),
  output: z.object({ decision: decisionView, before: runState, after: runState, reveal: reviewReveal }),
  examples: [{ body: { verdict: 'approve', answers: [{ item: 'helpful', value: 4 }] } }],
})

export type BlindRun = z.infer<typeof blindRun>
export type PersonVerdict = z.infer<typeof personVerdict>
export type ReviewReveal = z.infer<typeof reviewReveal>
