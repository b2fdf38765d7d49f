import { z } from 'zod'
import { contract } from './contract'
import { measuredRuns } from './measured'
import {
  decision,
  derivedTime,
  failureClass,
  grade,
  interval,
  isoTime,
  listOf,
  plainText,
  queryInt,
  range,
  sampleMean,
} from './primitives'
import { spendGroups } from './vocabulary'

const filters = z.strictObject({ range: range.default('7d'), chain: listOf(plainText(500)) })
const share = z.object({
  n: z.number(),
  of: z.number(),
  share: z.number().nullable(),
  interval: interval.nullable(),
})

/**
 * Counts and means of one period, read from the rollups. Null: no run to compute it from; `from` is null if the range has no start.
 * Intervals are 95 %: Student t for means, Wilson for shares; none for the confidence.
 */
export const periodView = z.object({
  from: derivedTime.nullable(),
  to: derivedTime,
  runs: z.number(),
  candidateRuns: z
    .number()
    .describe('Runs of candidates: included in `runs`, but not in the means, the share good or the confidence'),
  dryRuns: z
    .number()
    .describe('Dry runs of other versions: included in `runs`, but not in the means, the share good or the confidence'),
  failedRuns: z.number(),
  quality: sampleMean.describe('Of the live runs with enough factors measured'),
  measured: measuredRuns,
  measuredOn: z
    .array(z.string())
    .nullable()
    .describe(
      'The factors that most of the runs in the mean were measured on; null if some have a score of another kind',
    ),
  good: share,
  confidence: sampleMean,
  reviewed: share,
  grades: z.record(grade, z.number()),
  notGraded: z.number(),
  decisions: z.record(decision, z.number()),
})

/** Time buckets in the project's time zone; weeks start on Monday. */
const bucketUnit = z.enum(['hour', 'day', 'week', 'month'])

export const bucketView = z.object({
  start: derivedTime,
  end: derivedTime,
  runs: z.number(),
  failedRuns: z.number(),
  quality: sampleMean,
  good: share,
  confidence: sampleMean,
})

export const getOverview = contract({
  name: 'overview.get',
  summary: 'Compare a period with the previous one: figures, grades, and quality over time. Computed from rollups.',
  scope: 'read',
  target: 'GET /api/v1/overview',
  input: filters,
  output: z.object({
    current: periodView,
    previous: periodView.nullable(),
    buckets: z
      .array(bucketView)
      .describe(
        'Every bucket of the range, including those without runs; the first and the last end where the range does.',
      ),
    bucket: bucketUnit,
    versions: z
      .array(z.object({ chain: z.string(), version: z.string(), firstSeenAt: isoTime }))
      .describe('Versions whose first run ever falls into the range; of more than 200 those that ran first.'),
    newVersions: z.number().default(0).describe('How many such versions there are in all'),
    gates: z
      .object({ pending: z.number(), dueToday: z.number() })
      .describe("Due by the end of the day in the project's time zone, including those past their deadline."),
    flagged: z.number().describe('Runs of the range that need a person to look at them.'),
    running: z
      .number()
      .default(0)
      .describe(
        'Unfinished runs of these chains, whenever they started: excluded from all other counts. At most 1,000 are counted.',
      ),
    latestRunAt: isoTime
      .nullable()
      .describe('The newest run of these chains, inside the range or not, so that an empty range can point to it.'),
    everAnyRun: z.boolean(),
  }),
})

export const getFailurePatterns = contract({
  name: 'failures.patterns',
  summary: 'Get failure classes over time, the largest groups, and the affected nodes. Computed from rollups.',
  scope: 'read',
  target: 'GET /api/v1/failures/patterns',
  input: filters,
  output: z.object({
    buckets: z.array(
      z.object({ start: derivedTime, end: derivedTime, classes: z.partialRecord(failureClass, z.number()) }),
    ),
    bucket: bucketUnit,
    classes: z.array(z.object({ failureClass, roots: z.number(), cascades: z.number() })),
    groups: z.array(
      z.object({
        fingerprint: z.string(),
        failureClass,
        node: z.string(),
        otherNodes: z.number().int().describe('How many other steps had some of its latest failures'),
        template: z.string(),
        code: z.string().nullable(),
        roots: z.number(),
        cascades: z.number(),
        firstSeenAt: isoTime,
        lastSeenAt: isoTime,
        lastRunId: z.uuid(),
        marks: z
          .array(z.object({ roots: z.number(), cascades: z.number() }))
          .describe('Counts per bucket, aligned with `buckets`.'),
      }),
    ),
    nodes: z.array(z.object({ node: z.string(), roots: z.number(), cascades: z.number() })),
  }),
})

export type Period = z.infer<typeof periodView>
export type Bucket = z.infer<typeof bucketView>
export type BucketUnit = z.infer<typeof bucketUnit>
export type Mean = z.infer<typeof sampleMean>
export type Share = z.infer<typeof share>

const sums = {
  runs: z.number(),
  tokens: z.number().nullable().describe('Null: no run reported any'),
  tokenRuns: z.number().describe('Runs that reported tokens'),
  costUsd: z.number().nullable().describe('Null: no run reported any'),
  costRuns: z.number().describe('Runs that reported a cost, 0 included'),
}

export const getSpend = contract({
  name: 'overview.spend',
  summary:
    "Get tokens and cost in US dollars by chain, version or day in the project's time zone, largest first, each with the number of runs that reported it.",
  scope: 'read',
  target: 'GET /api/v1/overview/spend',
  table: { name: 'spend', rows: 'rows', limit: 100_000 },
  input: z.strictObject({
    range: range.default('7d'),
    chain: listOf(plainText(500)),
    by: z.enum(spendGroups).default('chain'),
    limit: queryInt(1, 100_000).default(50),
  }),
  output: z.object({
    from: derivedTime.nullable().describe('Null: all time'),
    to: derivedTime,
    rows: z.array(
      z.object({
        chain: z.string().nullable(),
        version: z.string().nullable(),
        day: z.iso.date().nullable().describe("Calendar day in the project's time zone"),
        start: derivedTime.nullable().describe('Start of what is counted of the day, in whole hours of UTC'),
        end: derivedTime.nullable(),
        ...sums,
      }),
    ),
    total: z.object(sums),
    rest: z.object(sums).nullable().describe('Totals of the rows beyond those shown'),
  }),
})
