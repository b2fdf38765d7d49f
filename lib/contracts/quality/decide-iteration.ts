import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { decision, unit } from '../primitives'
import { ACCEPT_THRESHOLD } from '../thresholds'
import { attempt, maybe } from './shapes'

const attemptNumber = z.number().int().min(1).max(1_000_000)

export const decideIteration = contract({
  name: 'decide_iteration',
  tag: 'quality',
  summary: 'Decide what follows an attempt: accept it, try again, accept the best so far, or ask a person.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/decide_iteration',
  input: z.strictObject({
    qualityScore: unit
      .nullable()
      .describe('Score of this attempt, 0 to 1; null where there is too little evidence for one'),
    iteration: attemptNumber.describe('Counts from 1 and includes this attempt'),
    maxIterations: attemptNumber.describe('Attempts allowed, the first included'),
    history: maybe(z.array(unit).max(10_000)).describe('Scores so far in order, this attempt last'),
    blockers: maybe(z.array(z.string().min(1).max(2000)).max(1000)).describe(
      'Hard failures of this attempt; no score buys one off',
    ),
    acceptThreshold: maybe(unit).describe(`Score that is accepted, 0 to 1; ${ACCEPT_THRESHOLD} by default`),
  }),
  output: z.object({
    decision: decision.describe('accept_best keeps the best attempt so far; escalate asks a person'),
    kind: z
      .enum(['fundamental', 'rejected', 'marginal', 'plateau', 'degrading', 'contradictory_feedback'])
      .nullable()
      .describe('Why it is not a plain accept or iterate'),
    best: attempt.nullable().describe('The highest score so far, the earliest of equals'),
    belowThreshold: z.boolean().describe('The score that the decision rests on is below the threshold'),
    reason: z.string().describe('The rule that decided, in words'),
  }),
  examples: [
    {
      body: { qualityScore: 0.62, iteration: 2, maxIterations: 3, history: [0.55, 0.62] },
      answer: {
        decision: 'iterate',
        kind: null,
        best: { iteration: 2, score: 0.62 },
        belowThreshold: true,
        reason: '0.62 is below 0.8, and one attempt is left.',
      },
    },
  ],
})
