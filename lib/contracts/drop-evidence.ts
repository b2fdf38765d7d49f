import { z } from 'zod'

const unit = z.number().nullable()
const interval = z.tuple([z.number(), z.number()])

export const dropVerdict = z.enum(['regression', 'ok', 'insufficient_sample', 'no_baseline'])

export const verdictWord = z
  .enum(['regressed', 'not_worse', 'inconclusive', 'insufficient', 'no_baseline'])
  .describe(
    "The rule's verdict once its certainty is asked for: inconclusive where the chance of a drop above the threshold lies between .1 and .9, or on the other side than the rule",
  )

/** Evidence that was frozen before methods had names was found by the first. */
export const dropMethod = z
  .enum(['shrunken-1', 'mixture-2', 'mixture-3'])
  .default('shrunken-1')
  .describe(
    'How the odds were found. mixture-3: changes of several sizes, spreads learned from the chain, an interval by the runs alone; a new version may be broken altogether. mixture-2: the same without that. shrunken-1: one size of change, an interval drawn towards no change',
  )

/** Named where the runs of the two versions were not measured on the same factors. */
export const comparedOn = z
  .array(z.string())
  .nullable()
  .describe(
    'The factors that both versions were measured on, where they were not measured on the same: the change is of these alone. Null: of the scores as they are',
  )

/** How sure one can be of a drop; positive is worse. */
export const dropOdds = z.object({
  method: dropMethod,
  drop: z.number().describe('Chance that it is worse at all'),
  exceeds: z.number().describe('Chance that it is worse by more than the threshold'),
  interval: interval.describe('90 % of the true drop'),
  runsToSettle: z
    .number()
    .nullable()
    .describe('About how many more runs of each version would settle it; 0 settled, null not within 50'),
  byConformance: z
    .boolean()
    .default(false)
    .describe(
      'Conformance is taken apart from the rest of the score, since one broken contract moves a small mean by a lot',
    ),
  byScenario: z
    .boolean()
    .default(false)
    .describe('The scenarios that both versions ran are taken out of the noise, since they make runs alike'),
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
  priorInterval: interval.nullable().default(null).describe('Of conformance alone: 95 % Wilson interval of the share'),
  currentInterval: interval.nullable().default(null),
})

/** One scenario by the live runs of both versions. */
export const scenarioChange = z.object({
  scenario: z.string(),
  prior: unit,
  current: unit,
  drop: unit.describe('Null where one of the versions did not run it'),
})

export const pairedDrop = z.object({
  scenarios: z.number().int(),
  drop: z.number(),
  interval: interval.nullable().describe('90 %; null for a single scenario'),
})

const versionMean = z.object({
  version: z.string(),
  mean: z.number(),
  comparedOn: z
    .array(z.string())
    .optional()
    .describe('The factors it is held against the current version by, where the two were not measured on the same'),
})

/** How far a chain has come from where it was. */
export const chainDrift = z.object({
  first: versionMean.nullable().default(null).describe('The lowest version with enough live runs'),
  best: versionMean,
  dropFromBest: z.number(),
  cumulativeDrop: z.number().describe('Mean of the first version less that of this one, on what both were measured on'),
  isDrifting: z.boolean().describe('Drops too small to open a gate have added up to more than 0.10'),
  versions: z.number().int().default(0).describe('How many versions it is measured over'),
})

export const comparabilityWarning = z.object({
  kind: z.enum(['scenarios', 'profile', 'weights', 'judge', 'copied', 'sample', 'measured_differently']),
  text: z.string(),
})

export type FactorChangeView = z.infer<typeof factorChange>
export type ScenarioChange = z.infer<typeof scenarioChange>
export type ChainDrift = z.infer<typeof chainDrift>
export type ComparabilityWarning = z.infer<typeof comparabilityWarning>
export type DropOddsView = z.infer<typeof dropOdds>
