import { z } from 'zod'
import { versionView } from '../chains'
import { confidenceFall, measuredRuns } from '../measured'
import { interval } from '../primitives'
import { versionEvent } from '../versions'

const count = z.number().int().min(0)

export const weeklyMean = z.object({
  n: count.describe('Live runs with a score; for a chain those with enough factors measured.'),
  mean: z.number().nullable(),
  interval: interval.nullable().describe('95 %, Student t; null for fewer than two runs.'),
})

export const weeklyShare = z.object({
  n: count,
  of: count,
  share: z.number().nullable(),
  interval: interval.nullable(),
})

/** This week's mean against the previous week, positive is better. Null if one of the weeks has no scored live run. */
export const weeklyChange = z
  .object({
    change: z.number(),
    interval: interval.describe('90 %'),
    beyondNoise: z
      .boolean()
      .describe(
        'Whether it remains significant among all comparisons (Benjamini-Hochberg, false discovery rate at most 10 %), and the chance that the mean did not move that way is at most 10 %, as the flags judge it.',
      ),
    isTooFew: z.boolean().describe('One of the weeks has fewer than three scored live runs, too few to judge.'),
  })
  .nullable()

export const weeklyMeasured = measuredRuns
  .nullable()
  .default(null)
  .describe('Of the live runs of this week. Null on pages created before it was counted.')
export const weeklyComparedOn = z
  .array(z.string())
  .nullable()
  .default(null)
  .describe(
    'The factors the change is based on, if the runs of the two weeks were measured on different or too few factors; the evaluators other than people, where the score is the confidence; null: the scores as they are.',
  )

export const weeklyFlag = z.object({
  kind: z.enum(['low', 'drop']).describe('Mean below .60, or fallen by more than .05.'),
  noise: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      'Probability that the flag is noise: that the true mean is .60 or more, or that nothing fell. Null: too few runs.',
    ),
  runsToSettle: z
    .number()
    .nullable()
    .describe('Further runs per week that would settle a drop; null: unknown or over 50.'),
})

export const weeklyChain = z.object({
  chain: z.string(),
  runs: count,
  failedRuns: count,
  current: weeklyMean,
  previous: weeklyMean,
  measured: weeklyMeasured,
  change: weeklyChange,
  comparedOn: weeklyComparedOn,
  confidenceFall: confidenceFall
    .nullable()
    .default(null)
    .describe(
      'Mean confidence by evaluators, without verdicts of people, of the newest 500 live runs of each week, if it fell by more than .05 and the 90 % interval of the change lies below 0; else null',
    ),
  flags: z.array(weeklyFlag),
})

/** A version that is new this week, whose state changed, or that is worse than the one before it by the rule; judged when the page was created. */
export const weeklyVersion = versionView
  .pick({
    version: true,
    state: true,
    quality: true,
    measured: true,
    verdict: true,
    delta: true,
    comparedWith: true,
    odds: true,
    confidenceFall: true,
    gate: true,
  })
  .extend({
    chain: z.string(),
    regressionThreshold: z.number().describe('A drop of the mean above this is a regression'),
    isNew: z.boolean().describe('Its first run happened in this week'),
    isWorse: z
      .boolean()
      .describe('The newest version of its chain, not taken back, and worse by the rule or with less confidence'),
    changes: z
      .array(versionEvent.pick({ kind: true, by: true, toState: true, at: true }))
      .describe('Within the week, oldest first'),
  })

/** Scores of the nodes of one name, in live runs. */
export const weeklyUnitScore = z.object({
  current: weeklyMean,
  previous: weeklyMean,
  change: weeklyChange,
  isComparable: z
    .boolean()
    .describe('False if the share of nodes that reported output or tokens differs widely from the week before.'),
})

/**
 * A unit: the nodes of one name of a chain. Each finished node scores .40 for completing, .35 for a non-empty output and .25 times its
 * share of output tokens in all its tokens, weighted by what was reported.
 */
export const weeklyUnit = z.object({
  chain: z.string(),
  node: z.string(),
  failed: weeklyShare.describe('Root-cause failures, out of its finished executions in live runs.'),
  previous: weeklyShare,
  trend: z.enum(['rising', 'falling', 'steady', 'unknown']),
  score: weeklyUnitScore.nullable().default(null).describe('Null on pages created before units had a score.'),
  flags: z.array(weeklyFlag).default([]),
})

export type WeeklyMean = z.infer<typeof weeklyMean>
export type WeeklyShare = z.infer<typeof weeklyShare>
export type WeeklyChange = z.infer<typeof weeklyChange>
export type WeeklyFlag = z.infer<typeof weeklyFlag>
export type WeeklyChain = z.infer<typeof weeklyChain>
export type WeeklyVersion = z.infer<typeof weeklyVersion>
export type WeeklyUnit = z.infer<typeof weeklyUnit>
