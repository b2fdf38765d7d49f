import { z } from 'zod'
import { deadLetterCategory } from '../dead-letters'
import { gateState } from '../gates'
import { confidenceFall, measuredRuns } from '../measured'
import { failureClass, id, isoTime } from '../primitives'
import { trueShareGood } from '../true-share-good'

const count = z.number().int().min(0)
const interval = z.tuple([z.number(), z.number()]).nullable()

/** An ISO week such as 2026-W47; a week that its year does not have is refused where it is used. */
export const week = z.string().regex(/^\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])$/, 'must be an ISO week such as 2026-W47')

export const weeklyMean = z.object({
  n: count.describe('Live runs with a score; of a chain those that were measured enough to be judged.'),
  mean: z.number().nullable(),
  interval: interval.describe('95 %, Student t; null for fewer than two runs.'),
})

export const weeklyShare = z.object({ n: count, of: count, share: z.number().nullable(), interval })

/** This week's mean against the week before, positive is better. Null where one of the weeks has no scored live run. */
export const weeklyChange = z
  .object({
    change: z.number(),
    interval: z.tuple([z.number(), z.number()]).describe('90 %'),
    beyondNoise: z
      .boolean()
      .describe('Whether it stays a change among all those compared: Benjamini-Hochberg, at most 10 % false.'),
    isTooFew: z.boolean().describe('One of the weeks has fewer than three scored live runs: too few to say.'),
  })
  .nullable()

const measured = measuredRuns
  .nullable()
  .default(null)
  .describe('Of the live runs of this week. Null on pages that were made before it was counted.')
const comparedOn = z
  .array(z.string())
  .nullable()
  .default(null)
  .describe(
    'The factors that the change is of, where the runs of the two weeks were not measured on the same, or on too little; null: of the scores as they are.',
  )

export const weeklyFlag = z.object({
  kind: z.enum(['low', 'drop']).describe('Mean below .60, or fallen by more than .05.'),
  noise: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      'Chance that the flag is noise: that the true mean is .60 or more, or that nothing fell. Null: too few runs to say.',
    ),
  runsToSettle: z.number().nullable().describe('More runs a week that would settle a drop; null: unknown or over 50.'),
})

export const weeklyChain = z.object({
  chain: z.string(),
  runs: count,
  failedRuns: count,
  current: weeklyMean,
  previous: weeklyMean,
  measured,
  change: weeklyChange,
  comparedOn,
  confidenceFall: confidenceFall
    .nullable()
    .default(null)
    .describe(
      'Mean confidence of the newest 500 live runs of each week, where it fell by more than .05 and the 90 % interval of the change lies below 0; else null',
    ),
  flags: z.array(weeklyFlag),
})

/** What the nodes of one name scored, of live runs. */
export const weeklyUnitScore = z.object({
  current: weeklyMean,
  previous: weeklyMean,
  change: weeklyChange,
  isComparable: z
    .boolean()
    .describe('False where output or tokens were told by a very different share of its nodes than the week before.'),
})

/**
 * A unit: the nodes of one name of a chain. Each that ran to an end scores .40 for completing, .35 for an output that is not
 * empty and .25 times its output tokens of all its tokens, by the weights of what was told.
 */
export const weeklyUnit = z.object({
  chain: z.string(),
  node: z.string(),
  failed: weeklyShare.describe('How often it failed by itself, of the times it ran to an end in a live run.'),
  previous: weeklyShare,
  trend: z.enum(['rising', 'falling', 'steady', 'unknown']),
  score: weeklyUnitScore.nullable().default(null).describe('Null on pages that were made before units had a score.'),
  flags: z.array(weeklyFlag).default([]),
})

export const failureLifes = ['new', 'returned', 'rising', 'steady', 'falling', 'gone'] as const

export const weeklyFailure = z.object({
  fingerprint: z.string(),
  failureClass,
  node: z.string(),
  template: z.string(),
  life: z.enum(failureLifes),
  roots: count,
  previousRoots: count,
  cascades: count,
  firstSeenAt: isoTime,
})

const weeklyGate = z.object({
  id,
  title: z.string(),
  chain: z.string(),
  version: z.string(),
  state: gateState.describe('As the week ended.'),
  decidedBy: z.string().nullable(),
  at: isoTime.describe('When it was decided, or its deadline.'),
})

/** How far people say the same of the same runs, beyond what chance gives. */
export const weeklyAgreement = z.object({
  runs: count.describe('Runs that two or more people judged.'),
  needed: count.describe('Below so many of them alpha says too little to be shown.'),
  alpha: z
    .number()
    .nullable()
    .describe("Krippendorff's alpha, ordinal: approved 1, rejected 0, a rating itself. Null: all said the same."),
  interval: interval.describe('95 %, bootstrap over runs.'),
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
      'The middle of what reviews took that followed another within ten minutes; null: too few, or not counted then.',
    ),
})

/** What the review queue asked of people. */
export const weeklyReviewLoad = z.object({
  waiting: count.describe('Runs that waited for a review when the page was made.'),
  oldestAt: isoTime.nullable(),
  disputed: count.describe('Of them those that people disagree on.'),
  drawn: count.describe('Runs that were drawn at random in this week.'),
  answered: count.describe('Of those the ones with a verdict by then.'),
})

/** What an action is meant to move. */
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
  now: z.number().nullable().describe('The same number in this week.'),
  moved: z.enum(['better', 'worse', 'within_noise', 'unknown']).nullable().describe('Null: it names no number.'),
})

/** One week of a project in numbers and sentences. Missing is null, never zero. */
export const weeklyReport = z.object({
  week,
  project: z.string(),
  timeZone: z.string(),
  from: isoTime,
  to: isoTime.describe('The end of the week, or of the last counted hour of a week under way.'),
  isWhole: z.boolean(),
  shiftMinutes: z
    .number()
    .describe('Runs are counted by whole hours (UTC): by so much the week begins before midnight of its zone.'),
  hours: z.number().describe('168; 167 or 169 where the clocks change.'),
  summary: z.array(z.string()).length(5),
  totals: z.object({
    runs: count,
    previousRuns: count,
    failed: weeklyShare,
    reviewed: weeklyShare,
    flaggedRuns: count,
    current: weeklyMean,
    previous: weeklyMean,
    measured,
    change: weeklyChange,
    comparedOn,
    confidence: z
      .object({ current: z.number().nullable(), previous: z.number().nullable() })
      .default({ current: null, previous: null })
      .describe('Mean of all runs that have one, without an interval'),
  }),
  shareGood: trueShareGood
    .nullable()
    .default(null)
    .describe('As people would say of its live runs. Null on pages that were made before it was estimated.'),
  history: z
    .array(
      z.object({
        week,
        start: isoTime,
        end: isoTime,
        runs: count,
        quality: z.object({ n: count, mean: z.number().nullable(), interval }),
      }),
    )
    .default([])
    .describe('This week and the seven before it, oldest first. Empty on pages that were made before it was kept.'),
  chains: z.array(weeklyChain).describe('Chains that ran in either week; those that moved most clearly first.'),
  expectedNoise: z
    .number()
    .nullable()
    .describe(
      'How many of the flags of chains and units with a known chance are to be expected as noise; null: none has one.',
    ),
  units: z.array(weeklyUnit).describe('The units that are flagged, moved most clearly or failed most.'),
  unitTotals: z
    .object({ units: count, flagged: count })
    .nullable()
    .default(null)
    .describe('All units that ran; null on pages that were made before units had a score.'),
  failures: z.object({ counts: z.record(z.enum(failureLifes), count), groups: z.array(weeklyFailure) }),
  gates: z.object({
    opened: count,
    counts: z.object({ approved: count, rejected: count, timed_out: count }),
    decided: z.array(weeklyGate),
    pending: count,
    overdue: z.array(weeklyGate).describe('Waiting past their deadline as the week ended.'),
  }),
  reviewers: z.object({
    people: z.array(weeklyReviewer),
    withDesk: weeklyShare.describe("Reviews that say the same as the desk's own decision, of those where it had one."),
    amongPeople: weeklyShare.describe('Runs that two or more people judged and agree on, of all such runs.'),
    agreement: weeklyAgreement
      .nullable()
      .default(null)
      .describe('Null on pages that were made before it was measured.'),
    load: weeklyReviewLoad
      .nullable()
      .default(null)
      .describe('Null on pages that were made before there was a review queue.'),
  }),
  deadLetters: z.object({
    added: count,
    closed: count,
    open: count,
    ages: z.array(z.object({ label: z.string(), n: count })),
    oldestAt: isoTime.nullable(),
    categories: z.partialRecord(deadLetterCategory, count),
  }),
  lastActions: z.array(weeklyOutcome).describe('Actions of the week before, and earlier ones that were still open.'),
})

export type WeeklyMean = z.infer<typeof weeklyMean>
export type WeeklyShare = z.infer<typeof weeklyShare>
export type WeeklyChange = z.infer<typeof weeklyChange>
export type WeeklyFlag = z.infer<typeof weeklyFlag>
export type WeeklyChain = z.infer<typeof weeklyChain>
export type WeeklyAgreement = z.infer<typeof weeklyAgreement>
export type WeeklyReviewLoad = z.infer<typeof weeklyReviewLoad>
export type WeeklyUnit = z.infer<typeof weeklyUnit>
export type WeeklyFailure = z.infer<typeof weeklyFailure>
export type FailureLife = WeeklyFailure['life']
export type WeeklyMetric = z.infer<typeof weeklyMetric>
export type WeeklyOutcome = z.infer<typeof weeklyOutcome>
export type WeeklyReport = z.infer<typeof weeklyReport>
