import { z } from 'zod'
import { deadLetterCategory } from '../dead-letters'
import { gateState } from '../gates'
import { failureClass, id, interval, isoTime } from '../primitives'
import { trueShareGood } from '../true-share-good'
import {
  weeklyChain,
  weeklyChange,
  weeklyComparedOn,
  weeklyMean,
  weeklyMeasured,
  weeklyShare,
  weeklyUnit,
  weeklyVersion,
} from './compared'

const count = z.number().int().min(0)

/** How many chains a report lists by their change, and how many by their flags. */
export const LISTED_CHAINS = 200

/** An ISO week such as 2026-W47; a week 53 that the year does not have is rejected by the operations. */
export const week = z.string().regex(/^\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])$/, 'must be an ISO week such as 2026-W47')

const failureLifes = ['new', 'returned', 'rising', 'steady', 'falling', 'gone'] as const

export const weeklyFailure = z.object({
  fingerprint: z.string(),
  failureClass,
  node: z.string(),
  otherNodes: count.default(0).describe('How many other steps had some of its latest failures'),
  template: z.string(),
  code: z.string().nullable().default(null).describe('Of its errors; null also in a report made before it was kept'),
  life: z.enum(failureLifes),
  roots: count,
  previousRoots: count,
  cascades: count,
  firstSeenAt: isoTime,
})

export const weeklyGate = z.object({
  id,
  title: z.string(),
  chain: z.string(),
  version: z.string(),
  state: gateState.describe('At the end of the week.'),
  decidedBy: z.string().nullable(),
  undone: z.boolean().default(false).describe('The decision was taken back by the end of the week.'),
  at: isoTime.describe('When it was decided, or its deadline.'),
})

/** Agreement of people on the same runs, beyond chance. */
export const weeklyAgreement = z.object({
  runs: count.describe('Runs that two or more people judged.'),
  needed: count.describe('Runs below which alpha is too unreliable to show.'),
  alpha: z
    .number()
    .nullable()
    .describe("Krippendorff's alpha, ordinal: approved 1, rejected 0, a rating itself. Null: all verdicts equal."),
  interval: interval.nullable().describe('95 %, bootstrap over runs.'),
})

export const weeklyReviewer = z.object({
  userId: id,
  name: z.string(),
  reviews: count,
  approved: count,
  rejected: count,
  rated: count,
  gates: count.describe('Gates decided.'),
  secondsEach: z
    .number()
    .nullable()
    .default(null)
    .describe(
      'Median duration of reviews that followed another after two seconds to ten minutes; null: too few, or not counted then.',
    ),
})

export const weeklyReviewLoad = z.object({
  waiting: count.describe('Runs waiting for a review by anyone when the page was created.'),
  oldestAt: isoTime.nullable(),
  disputed: count.describe('Of these, runs with disagreeing verdicts.'),
  drawn: count.describe('Runs drawn at random in this week.'),
  answered: count.describe('Of these, runs with a verdict by then.'),
})

/** Metrics that an action can aim at. */
export const metricKinds = ['quality', 'failed_runs'] as const
export const weeklyMetric = z.object({
  kind: z.enum(metricKinds),
  chain: z.string().nullable().describe('Null: all chains.'),
  value: z.number().nullable().describe('Mean of live runs, or share of failed runs, in the week of the action.'),
  n: count,
  squares: z.number().describe('Sum of squared deviations of the scores; 0 for a share.'),
})

export const weeklyOutcome = z.object({
  id,
  week,
  text: z.string(),
  owner: z.string().nullable(),
  dueOn: z.iso.date().nullable(),
  isOverdue: z.boolean(),
  status: z.enum(['open', 'done', 'dropped']),
  metric: weeklyMetric.nullable(),
  now: z.number().nullable().describe('The same metric in this week.'),
  moved: z.enum(['better', 'worse', 'within_noise', 'unknown']).nullable().describe('Null: it has no metric.'),
})

/** One week of a project in numbers and sentences. Missing is null, never zero. */
export const weeklyReport = z.object({
  week,
  project: z.string(),
  timeZone: z.string(),
  from: isoTime,
  to: isoTime.describe('End of the week, or of the last counted hour of the current week.'),
  isWhole: z.boolean(),
  shiftMinutes: z
    .number()
    .describe('Runs are counted by whole hours (UTC): the week starts this much before midnight in its zone.'),
  hours: z.number().describe('168; 167 or 169 when daylight saving time starts or ends.'),
  summary: z.array(z.string()).length(5),
  totals: z.object({
    runs: count,
    previousRuns: count,
    failed: weeklyShare,
    reviewed: weeklyShare,
    flaggedRuns: count,
    current: weeklyMean,
    previous: weeklyMean,
    measured: weeklyMeasured,
    change: weeklyChange,
    comparedOn: weeklyComparedOn,
    engines: z
      .object({ current: z.array(z.string()), previous: z.array(z.string()) })
      .nullable()
      .default(null)
      .describe('Versions of the engine that scored the first and last live runs of each week; null on older pages.'),
    confidence: z
      .object({
        current: z.number().nullable(),
        previous: z.number().nullable(),
        n: count
          .nullable()
          .default(null)
          .describe('Live runs of this week that have one; null on pages created before it was counted.'),
      })
      .default({ current: null, previous: null, n: null })
      .describe(
        'Mean over the live runs that have one, without those of candidates, as published: with the verdicts of people, who choose what they review, so weeks are not compared by it',
      ),
  }),
  shareGood: trueShareGood
    .nullable()
    .default(null)
    .describe('Estimated share that people would call good. Null on pages created before it was estimated.'),
  history: z
    .array(
      z.object({
        week,
        start: isoTime,
        end: isoTime,
        runs: count,
        quality: z.object({ n: count, mean: z.number().nullable(), interval: interval.nullable() }),
      }),
    )
    .default([])
    .describe('This week and the seven before it, oldest first. Empty on pages created before it was stored.'),
  chains: z
    .array(weeklyChain)
    .describe(
      `Chains that ran in either week; clearest changes first. Of many, the first ${LISTED_CHAINS} and the ${LISTED_CHAINS} whose flags are least likely to be noise.`,
    ),
  chainTotals: z
    .object({ chains: count, flags: count })
    .nullable()
    .default(null)
    .describe('All chains that ran, and all their flags; null on pages created before they were counted.'),
  versions: z
    .array(weeklyVersion)
    .nullable()
    .default(null)
    .describe('At most 50, the worse ones first, then by chain. Null on pages created before they were listed.'),
  versionTotals: z
    .object({ versions: count, worse: count })
    .nullable()
    .default(null)
    .describe('All of those, and the worse ones; null on pages created before they were counted.'),
  expectedNoise: z
    .number()
    .nullable()
    .describe(
      'Expected number of flags of chains and units that are noise, over those with a known probability; null: none has one.',
    ),
  units: z.array(weeklyUnit).describe('The units that are flagged, changed most clearly or failed most.'),
  unitTotals: z
    .object({ units: count, flagged: count })
    .nullable()
    .default(null)
    .describe('All units that ran; null on pages created before units had a score.'),
  failures: z.object({ counts: z.record(z.enum(failureLifes), count), groups: z.array(weeklyFailure) }),
  gates: z.object({
    opened: count,
    counts: z.object({
      approved: count,
      rejected: count,
      timed_out: count,
      undone: count.default(0).describe('Decided and taken back within the week; counted nowhere else.'),
    }),
    decided: z.array(weeklyGate),
    pending: count,
    overdue: z.array(weeklyGate).describe('Past their deadline at the end of the week, at most 100.'),
    allOverdue: count
      .nullable()
      .default(null)
      .describe('All of those, listed or not; null on pages created before they were counted.'),
    waiting: z
      .array(weeklyGate)
      .default([])
      .describe(
        'Pending and not overdue at the end of the week, at most 100. Empty on pages created before they were listed.',
      ),
  }),
  reviewers: z.object({
    people: z.array(weeklyReviewer),
    withDesk: weeklyShare.describe(
      "Runs whose first verdict that stands agrees with the desk's decision before anyone spoke, of those where it had one.",
    ),
    amongPeople: weeklyShare.describe('Runs on which all reviewers agree, of those judged by two or more people.'),
    agreement: weeklyAgreement.nullable().default(null).describe('Null on pages created before it was measured.'),
    load: weeklyReviewLoad.nullable().default(null).describe('Null on pages created before the review queue existed.'),
  }),
  deadLetters: z.object({
    added: count,
    closed: count,
    open: count,
    ages: z.array(z.object({ label: z.string(), n: count })),
    oldestAt: isoTime.nullable(),
    categories: z.partialRecord(deadLetterCategory, count),
  }),
  lastActions: z.array(weeklyOutcome).describe('Actions of the previous week, and earlier ones still open.'),
})

export type WeeklyAgreement = z.infer<typeof weeklyAgreement>
export type WeeklyReviewLoad = z.infer<typeof weeklyReviewLoad>
export type FailureLife = z.infer<typeof weeklyFailure>['life']
export type WeeklyMetric = z.infer<typeof weeklyMetric>
export type WeeklyOutcome = z.infer<typeof weeklyOutcome>
export type WeeklyReport = z.infer<typeof weeklyReport>
