import { z } from 'zod'
import { contract } from './contract'
import { measuredRuns } from './measured'
import { decision, failureClass, grade, isoTime, listOf, plainText, range } from './primitives'

const filters = z.strictObject({ range: range.default('7d'), chain: listOf(plainText(500)) })
const mean = z.object({
  n: z.number(),
  mean: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
})
const share = z.object({
  n: z.number(),
  of: z.number(),
  share: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
})

/**
 * Counts and means of one stretch of time, read from the rollups. Null = no run to say it from; `from` is null where the
 * range has no beginning. Intervals hold 95 %: Student t for means, Wilson for shares; none is known for the confidence.
 */
export const periodView = z.object({
  from: isoTime.nullable(),
  to: isoTime,
  runs: z.number(),
  candidateRuns: z.number().describe('Of the runs those of candidates: counted, and in no mean and no share good'),
  dryRuns: z.number().describe('Of the runs those that were dry: in the share good, and in no mean'),
  failedRuns: z.number(),
  quality: mean.describe('Of the live runs that were measured enough to be judged'),
  measured: measuredRuns,
  measuredOn: z
    .array(z.string())
    .nullable()
    .describe(
      'The factors that most of the runs in the mean were measured on; null where some have a score of another kind',
    ),
  good: share,
  confidence: mean,
  reviewed: share,
  grades: z.record(grade, z.number()),
  notGraded: z.number(),
  decisions: z.record(decision, z.number()),
})

/** Stretches of time in UTC; weeks begin on Monday. */
export const bucketUnit = z.enum(['hour', 'day', 'week', 'month'])

export const bucketView = z.object({
  start: isoTime,
  end: isoTime,
  runs: z.number(),
  failedRuns: z.number(),
  quality: mean,
  good: share,
  confidence: mean,
})

export const getOverview = contract({
  name: 'overview.get',
  tag: 'overview',
  summary: 'A period against the one before it: figures, grades, and quality over time. From rollups alone.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/overview',
  input: filters,
  output: z.object({
    current: periodView,
    previous: periodView.nullable(),
    buckets: z
      .array(bucketView)
      .describe(
        'Every bucket of the range, those without runs included; the first and the last end where the range does.',
      ),
    bucket: bucketUnit,
    versions: z
      .array(z.object({ chain: z.string(), version: z.string(), firstSeenAt: isoTime }))
      .describe('Versions whose first run of all falls into the range.'),
    gates: z
      .object({ pending: z.number(), dueToday: z.number() })
      .describe("Due today: by the end of the project's own day, those already past their deadline included."),
    flagged: z.number().describe('Runs of the range that a person should look at.'),
    running: z
      .number()
      .default(0)
      .describe(
        'Runs of these chains that have not ended, whenever they began: they count nowhere else. At most 1,000 are counted.',
      ),
    latestRunAt: isoTime
      .nullable()
      .describe(
        'The newest run of these chains, in the range or not, so that an empty range can say where the runs are.',
      ),
    everAnyRun: z.boolean(),
  }),
})

export const getFailurePatterns = contract({
  name: 'failures.patterns',
  tag: 'failures',
  summary: 'Failure classes over time, the largest groups, and the nodes hit. From rollups.',
  scope: 'read',
  effects: [],
  method: 'GET',
  path: '/api/v1/failures/patterns',
  input: filters,
  output: z.object({
    buckets: z.array(z.object({ start: isoTime, end: isoTime, classes: z.partialRecord(failureClass, z.number()) })),
    bucket: bucketUnit,
    classes: z.array(z.object({ failureClass, roots: z.number(), cascades: z.number() })),
    groups: z.array(
      z.object({
        fingerprint: z.string(),
        failureClass,
        node: z.string(),
        template: z.string(),
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
export type Mean = z.infer<typeof mean>
export type Share = z.infer<typeof share>
