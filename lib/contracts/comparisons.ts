import { z } from 'zod'
import { versionStates } from './chains'
import { contract } from './contract'
import { comparabilityWarning, comparedOn, dropOdds, dropVerdict, factorChange, verdictWord } from './drop-evidence'
import { failureClass, id, interval, name, profile, queryFlag, queryInt } from './primitives'

const number = z.number().nullable()

export const changeDirection = z
  .enum(['worse', 'better', 'unclear', 'too_few'])
  .describe('worse or better if the 90 % interval excludes no change, otherwise unclear')

const measuredSide = z.object({ n: z.number().int(), mean: z.number() })

/** Change of one measure from `a` to `b`. */
export const measureChange = z.object({
  name: z
    .enum(['quality', 'confidence', 'accepted', 'cost', 'tokens', 'duration'])
    .describe(
      'confidence: by evaluators, without verdicts of people. accepted: the share of the decided runs that would be accepted without verdicts of people, whatever was decided after them',
    ),
  a: measuredSide,
  b: measuredSide,
  change: z.number().describe('b minus a'),
  interval: interval.nullable().describe('90 % interval of the change; null with fewer runs than a verdict requires'),
  direction: changeDirection,
  published: z
    .object({ a: measuredSide, b: measuredSide })
    .nullable()
    .default(null)
    .describe(
      'accepted: the share that is accepted with the verdicts of people, over all runs compared; null for others',
    ),
})

const share = z.object({ runs: z.number().int().describe('Runs that had it'), of: z.number().int() })

export const comparedFailure = z.object({
  fingerprint: z.string(),
  failureClass,
  node: z.string(),
  otherNodes: z.number().int().describe('How many other steps had some of its latest failures'),
  template: z.string(),
  code: z.string().nullable(),
  a: share,
  b: share,
  state: z
    .enum(['new', 'gone', 'worse', 'better', 'same', 'missing'])
    .describe('missing: one of the versions has no runs to compare with'),
})

const nodeSide = z.object({
  runs: z.number().int().describe('Runs with this node'),
  failed: z.number().int().describe('Runs in which it failed'),
  durationMs: number,
  tokens: number,
})

export const comparedNode = z.object({
  node: z.string(),
  a: nodeSide.nullable().describe('Null if no run of that version has the node'),
  b: nodeSide.nullable(),
  state: z.enum(['worse', 'better', 'same', 'missing']).describe('By the share of runs in which it failed'),
})

const pairSide = z.object({ runs: z.number().int(), mean: z.number(), runId: id, score: z.number() })

export const comparedScenario = z.object({
  scenario: z.string(),
  a: pairSide.nullable().describe('Null if that version did not run it; else the run that shows the difference best'),
  b: pairSide.nullable(),
  change: number,
  state: z.enum(['worse', 'better', 'same', 'missing']),
})

const comparedVersion = z.object({
  version: z.string(),
  state: z.enum(versionStates),
  liveRuns: z.number().int(),
  sampled: z
    .number()
    .int()
    .describe('Number of newest ended live runs that everything except quality is computed from'),
})

export const versionComparison = z.object({
  chain: z.string(),
  profile,
  threshold: z.number(),
  minLiveRuns: z.number().int(),
  a: comparedVersion,
  b: comparedVersion,
  sameScenarios: z.boolean(),
  shared: z.number().int().describe('Scenarios that both versions ran'),
  verdict: dropVerdict,
  word: verdictWord,
  odds: dropOdds.nullable(),
  comparedOn,
  warnings: z
    .array(comparabilityWarning)
    .default([])
    .describe('Why part of the change may not come from the versions: that different engines or profiles scored them'),
  measures: z.array(measureChange),
  rankedBy: z
    .enum(['quality', 'confidence'])
    .describe('What scenarios and worst pairs are sorted by: confidence if quality does not tell the versions apart'),
  factors: z.array(factorChange),
  failures: z.array(comparedFailure),
  nodes: z.array(comparedNode),
  scenarios: z.array(comparedScenario).describe('Largest drop first'),
  worst: z
    .array(
      z.object({
        scenario: z.string().nullable(),
        a: id,
        b: id,
        clientId: z.string().nullable(),
        change: number,
      }),
    )
    .describe(
      'At most three pairs of runs to open first, where b is worse; without shared scenarios its lowest runs. `clientId`: of b, where no scenario names the pair',
    ),
})

export const compareVersions = contract({
  name: 'chains.compare',
  summary:
    'Compare two versions of a chain, to see what got worse: quality, confidence, accepted share, cost and time with intervals, factors, failures, nodes, scenarios, and the runs to read first.',
  scope: 'read',
  target: 'GET /api/v1/chains/{chain}/comparison',
  input: z.strictObject({
    chain: name,
    a: name.describe('The baseline'),
    b: name.describe('The version to compare with the baseline'),
    sameScenarios: queryFlag.default(false).describe('Only runs of scenarios that both versions ran'),
    limit: queryInt(0, 500).default(500).describe('Scenarios to list at most'),
  }),
  output: z.object({ comparison: versionComparison }),
})

export type VersionComparison = z.infer<typeof versionComparison>
export type MeasureChange = z.infer<typeof measureChange>
export type ComparedScenario = z.infer<typeof comparedScenario>
export type ComparedFailure = z.infer<typeof comparedFailure>
export type ComparedNode = z.infer<typeof comparedNode>
