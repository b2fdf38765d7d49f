import { z } from 'zod'
import { convergenceState, decision, unit } from '../primitives'
import { ACCEPT_THRESHOLD } from '../thresholds'
import { attempt, interval, maybe } from './shapes'
import { tool } from './tool'

const convergenceAction = z.enum(['continue', 'stop_accept_best', 'stop_revert_best', 'stop_contradictory'])
const attemptNumber = z.number().int().min(1).max(1_000_000)

export const decideIteration = tool({
  name: 'decide_iteration',
  summary: 'Decide what follows an attempt: accept it, try again, accept the best so far, or ask a person.',
  costly: 'history',
  input: z.strictObject({
    qualityScore: unit
      .nullable()
      .describe('Score of this attempt, 0 to 1; null if there is too little evidence for one'),
    iteration: attemptNumber.describe('Counts from 1 and includes this attempt'),
    maxIterations: attemptNumber.describe('Attempts allowed, the first included'),
    history: maybe(z.array(unit).max(10_000)).describe('Scores so far in order, this attempt last'),
    blockers: maybe(z.array(z.string().min(1).max(2000)).max(1000)).describe(
      'Hard failures of this attempt; they block acceptance whatever the score',
    ),
    acceptThreshold: maybe(unit).describe(
      `Score at which an attempt is accepted, 0 to 1; ${ACCEPT_THRESHOLD} by default`,
    ),
  }),
  output: z.object({
    decision: decision.describe('accept_best keeps the best attempt so far; escalate asks a person'),
    kind: z
      .enum(['fundamental', 'rejected', 'marginal', 'plateau', 'degrading', 'contradictory_feedback'])
      .nullable()
      .describe('Why it is not a plain accept or iterate'),
    best: attempt.nullable().describe('The highest score so far, the earliest if tied'),
    belowThreshold: z.boolean().describe('Whether the score used by the decision is below the threshold'),
    reason: z.string().describe('The rule that decided, as text'),
  }),
  examples: [
    {
      body: { qualityScore: 0.62, iteration: 2, maxIterations: 3, history: [0.55, 0.62] },
      answer: {
        decision: 'iterate',
        kind: null,
        best: { iteration: 2, score: 0.62 },
        belowThreshold: true,
        reason: 'A score of 0.62 is below the threshold of 0.80, and one attempt is left.',
      },
    },
  ],
})

export const analyzeConvergence = tool({
  name: 'analyze_convergence',
  summary:
    'Classify the trend of a series of scores (improving, plateauing, degrading, oscillating) and whether to continue.',
  costly: 'scores',
  input: z.strictObject({
    scores: z.array(unit).max(10_000).describe('Scores of the attempts in order, each 0 to 1'),
    tolerance: maybe(unit).describe('Largest change treated as none; 0.02 by default'),
  }),
  output: z.object({
    state: convergenceState.describe('Derived from the last two or three changes'),
    action: convergenceAction.describe('Recommended action for the trend'),
    best: attempt.nullable().describe('The highest score, the earliest if tied; null without a score'),
    tolerance: z.number().describe('The effective tolerance'),
  }),
  examples: [
    {
      body: { scores: [0.55, 0.62, 0.71] },
      answer: { state: 'improving', action: 'continue', best: { iteration: 3, score: 0.71 }, tolerance: 0.02 },
    },
  ],
})

const evaluationCount = z.number().min(1)

export const recommendStop = tool({
  name: 'recommend_stop',
  summary:
    'Recommend whether one more iteration is worth it, by its expected gain, beside the published convergence rule.',
  costly: 'scores',
  input: z.strictObject({
    scores: z.array(unit).max(10_000).describe('Scores of the attempts in order, each 0 to 1'),
    evaluations: maybe(
      z.union([evaluationCount, z.array(evaluationCount).max(10_000)], {
        error: 'must be a number from 1, or a list as long as scores',
      }),
    ).describe(
      'Number of items each score is the mean of, one for all or one per score: differences explained by few items count less',
    ),
    cost: maybe(unit).describe('Minimum gain for one more iteration to be worth it, 0 to 1; 0.006 by default'),
  }),
  output: z.object({
    published: z
      .object({ state: convergenceState, action: convergenceAction })
      .describe('Result of `analyze_convergence` for the same scores'),
    expectedGain: z.number().nullable().describe('Of one more iteration over the best, 0 to 1; null without a score'),
    interval: interval.nullable().describe('95 % credible interval of that gain'),
    recommendation: z.enum(['continue', 'stop']).describe('stop: the expected gain is below the cost'),
    best: attempt.nullable().describe('The highest score, the earliest if tied; null without a score'),
    method: z
      .enum(['none', 'trend', 'draws'])
      .describe(
        'Which promises more: the last score and its trend, or another draw like all before; none without a score',
      ),
  }),
  examples: [
    {
      body: { scores: [0.55, 0.62, 0.71, 0.7, 0.71], evaluations: 100 },
      answer: {
        published: { state: 'plateauing', action: 'stop_accept_best' },
        expectedGain: 0.023093264216993994,
        interval: [0, 0.07458631780932934],
        recommendation: 'continue',
        best: { iteration: 3, score: 0.71 },
        method: 'trend',
      },
    },
  ],
})

const words = z.string().min(1).max(10_000)

export const synthesizeFeedback = tool({
  name: 'synthesize_feedback',
  summary:
    'Turn the issues and strengths of an attempt into guidance for the next one: critical first, at most 8, strengths kept.',
  costly: 'issues',
  input: z.strictObject({
    overallScore: unit.nullable().describe('Score of the attempt, 0 to 1; null if it has none'),
    issues: z
      .array(
        z.strictObject({
          field: words.describe('Subject of the issue'),
          issue: words,
          fix: maybe(z.string().max(10_000)),
          severity: maybe(z.string().max(50)).describe(
            'critical, error, warning or info (also blocker, high, major, medium, minor, low); error by default',
          ),
        }),
      )
      .max(10_000)
      .describe('The issues of the attempt'),
    strengths: maybe(z.array(z.string().max(10_000)).max(1000)).describe('What the next attempt must keep'),
  }),
  output: z.object({
    overall_score: z.number().nullable().describe('0 to 1'),
    specific_issues: z
      .array(z.object({ field: z.string(), issue: z.string(), fix: z.string().nullable() }))
      .describe('At most 8, critical first, without duplicates'),
    strengths_to_preserve: z.array(z.string()).describe('What must not be rewritten'),
    iteration_guidance: z.string().describe('The guidance as a few sentences'),
  }),
  examples: [
    {
      body: {
        overallScore: 0.64,
        issues: [{ field: 'due_date', issue: 'is missing', fix: 'Read it from the footer.', severity: 'error' }],
        strengths: ['The total is right.'],
      },
      answer: {
        overall_score: 0.64,
        specific_issues: [{ field: 'due_date', issue: 'is missing', fix: 'Read it from the footer.' }],
        strengths_to_preserve: ['The total is right.'],
        iteration_guidance: 'Focus on due_date. Do not rewrite what already works: The total is right.',
      },
    },
  ],
})

export type DecideIteration = typeof decideIteration
export type SynthesizeFeedback = typeof synthesizeFeedback
export type RecommendStop = typeof recommendStop
export type AnalyzeConvergence = typeof analyzeConvergence
