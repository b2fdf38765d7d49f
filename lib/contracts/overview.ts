import { z } from 'zod'
import { contract } from './contract'
import { decision, failureClass, grade, isoTime, listOf, range } from './primitives'

const filters = z.strictObject({ range: range.default('7d'), chain: listOf(z.string()) })
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

/** Counts and means of one stretch of time, read from the rollups. Null = no run to say it from. */
export const periodView = z.object({
  from: isoTime.nullable(),
  to: isoTime,
  runs: z.number(),
  failedRuns: z.number(),
  quality: mean,
  good: share,
  confidence: mean,
  reviewed: share,
  grades: z.record(grade, z.number()),
  notGraded: z.number(),
  decisions: z.record(decision, z.number()),
  /** 20 bins of .05 over [0, 1]. */
  histogram: z.array(z.number()),
})

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
  summary: 'A period against the one before it: figures, grades, and quality over time. From rollups alone.',
  scope: 'read',
  method: 'GET',
  path: '/api/v1/overview',
  input: filters,
  output: z.object({
    current: periodView,
    previous: periodView.nullable(),
    /** Every bucket of the range, those without runs included. */
    buckets: z.array(bucketView),
    bucket: z.enum(['hour', 'day', 'week']),
    versions: z.array(z.object({ chain: z.string(), version: z.string(), firstSeenAt: isoTime })),
    gates: z.object({ pending: z.number(), dueToday: z.number() }),
    flagged: z.number(),
    /** The newest run of all, so that an empty range can say where the runs are. */
    latestRunAt: isoTime.nullable(),
    everAnyRun: z.boolean(),
  }),
})

export const getFailurePatterns = contract({
  name: 'failures.patterns',
  summary: 'Failure classes over time, the largest groups, and the nodes hit. From rollups.',
  scope: 'read',
  method: 'GET',
  path: '/api/v1/failures/patterns',
  input: filters,
  output: z.object({
    buckets: z.array(z.object({ start: isoTime, end: isoTime, classes: z.partialRecord(failureClass, z.number()) })),
    bucket: z.enum(['hour', 'day', 'week']),
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
        /** Counts per bucket, aligned with `buckets`. */
        marks: z.array(z.object({ roots: z.number(), cascades: z.number() })),
      }),
    ),
    nodes: z.array(z.object({ node: z.string(), roots: z.number(), cascades: z.number() })),
  }),
})

export type Period = z.infer<typeof periodView>
export type Bucket = z.infer<typeof bucketView>
