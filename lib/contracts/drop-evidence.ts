import { z } from 'zod'
import { interval } from './primitives'

const unit = z.number().nullable()

export const dropVerdict = z.enum(['regression', 'ok', 'insufficient_sample', 'no_baseline'])

export const verdictWord = z
  .enum(['regressed', 'not_worse', 'inconclusive', 'insufficient', 'no_baseline'])
  .describe(
    "The rule's verdict, subject to certainty: inconclusive if the chance of a drop above the threshold lies between .1 and .9, or contradicts the rule",
  )

/** Evidence frozen before methods had names used the first one. */
export const dropMethod = z
  .enum(['shrunken-1', 'mixture-2', 'mixture-3', 'mixture-4'])
  .default('shrunken-1')
  .describe(
    'How the odds were computed. mixture-4: changes of several sizes, spreads learned from the chain, an interval from the runs alone that allows for scores with two peaks; a new version may be broken altogether. mixture-3: the same without allowing for two peaks. mixture-2: nor for a broken version. shrunken-1: one size of change, an interval shrunk towards no change',
  )

/** Set if the runs of the two versions were measured on different factors. */
export const comparedOn = z
  .array(z.string())
  .nullable()
  .describe(
    'The factors that both versions were measured on, if they differ: the change covers these alone. Null: the scores as they are',
  )

/** Certainty of a drop; positive is worse. */
export const dropOdds = z.object({
  method: dropMethod,
  drop: z.number().describe('Probability that it is worse at all'),
  exceeds: z.number().describe('Probability that it is worse by more than the threshold'),
  interval: interval.describe('90 % interval of the true drop'),
  runsToSettle: z
    .number()
    .nullable()
    .describe('Roughly how many more runs of each version would settle it; 0 settled, null not within 50'),
  byConformance: z
    .boolean()
    .default(false)
    .describe(
      'Conformance is modelled separately from the rest of the score, since one broken contract moves a small mean by a lot',
    ),
  byScenario: z
    .boolean()
    .default(false)
    .describe('The scenarios that both versions ran are factored out of the noise, since they make runs alike'),
})

/** One factor of the score over the live runs of both versions. */
export const factorChange = z.object({
  name: z.string(),
  label: z.string(),
  prior: unit,
  current: unit,
  change: unit,
  priorRuns: z.number().nullable().default(null).describe('Runs that measured it'),
  currentRuns: z.number().nullable().default(null),
  priorInterval: interval.nullable().default(null).describe('For conformance only: 95 % Wilson interval of the share'),
  currentInterval: interval.nullable().default(null),
})

/** One scenario over the live runs of both versions. */
export const scenarioChange = z.object({
  scenario: z.string(),
  prior: unit,
  current: unit,
  drop: unit.describe('Null if one of the versions did not run it'),
})

export const pairedDrop = z.object({
  scenarios: z.number().int(),
  drop: z.number(),
  interval: interval.nullable().describe('90 % interval; null for a single scenario'),
})

const versionMean = z.object({
  version: z.string(),
  mean: z.number(),
  comparedOn: z
    .array(z.string())
    .optional()
    .describe(
      'The factors on which it is compared with the current version, if the two were measured on different ones',
    ),
})

/** Accumulated change of a chain since its first version. */
export const chainDrift = z.object({
  first: versionMean.nullable().default(null).describe('The lowest version with enough live runs'),
  best: versionMean,
  dropFromBest: z.number(),
  cumulativeDrop: z
    .number()
    .describe('Mean of the first version minus that of this one, on the factors both were measured on'),
  isDrifting: z.boolean().describe('The mean is more than 0.10 below that of the first or of the best version'),
  versions: z.number().int().default(0).describe('Number of versions it is measured over'),
})

export const comparabilityWarning = z.object({
  kind: z.enum(['engine', 'scenarios', 'profile', 'weights', 'judge', 'copied', 'sample', 'measured_differently']),
  text: z.string(),
})

export type ScenarioChange = z.infer<typeof scenarioChange>
export type ChainDrift = z.infer<typeof chainDrift>
export type DropOddsView = z.infer<typeof dropOdds>
