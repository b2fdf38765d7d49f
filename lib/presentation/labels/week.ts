import { DAY_MS } from '@/lib/contracts/durations'
import { LARGE_DROP, LOW_MEAN } from '@/lib/contracts/thresholds'
import type { WeeklyFlag, WeeklyShare, WeeklyUnit, WeeklyVersion } from '@/lib/contracts/weekly/compared'
import type {
  FailureLife,
  WeeklyAgreement,
  WeeklyMetric,
  WeeklyOutcome,
  WeeklyReport,
  WeeklyReviewLoad,
} from '@/lib/contracts/weekly/report'
import type { ActionStatus, WeeklyAction } from '@/lib/contracts/weekly/weeks'
import { formatDate, formatDay } from '../format/date'
import { formatCount, formatInterval, formatPercent, formatPlural, formatScore } from '../format/number'
import { capital } from '../format/text'
import { noiseText, overdueGates } from '../text/week-sentences'
import { versionEventLabels } from './chains'
import { shareText } from './review'

export const failureLifeLabels: Record<FailureLife, string> = {
  new: 'New',
  returned: 'Came back',
  rising: 'Rising',
  steady: 'Steady',
  falling: 'Falling',
  gone: 'Gone',
}

/** Describes what happened to a version within a week: "New, rolled back by Rita". */
export function weekNews({ isNew, changes }: Pick<WeeklyVersion, 'isNew' | 'changes'>): string {
  const news = [
    isNew ? 'new' : null,
    ...changes.map(({ kind, by }) => `${versionEventLabels[kind].toLowerCase()} by ${by}`),
  ]
  return capital(news.filter((part) => part !== null).join(', ') || 'no change')
}

/** Why a chain or step is flagged. */
export const weeklyFlagLabels: Record<WeeklyFlag['kind'], string> = {
  low: `Below ${formatScore(LOW_MEAN)}`,
  drop: `Fell by more than ${formatScore(LARGE_DROP)}`,
}

/** Describes how reliable the flags of a page are together. */
export function flagNoise(expected: number): string {
  return `By chance alone, ${noiseText(expected)}.`
}

/** Describes the change of a step's mean. */
export function unitVerdict({ score }: Pick<WeeklyUnit, 'score'>): string {
  if (!score) return ''
  if (score.current.mean === null) return 'Did not run'
  if (!score.isComparable) return 'Not comparable: it reports other parts now'
  if (!score.change) return 'Nothing to compare'
  if (score.change.isTooFew) return 'Too few runs to say'
  if (!score.change.beyondNoise) return 'Within the noise'
  return score.change.change > 0 ? 'Better' : 'Worse'
}

/** Describes how far the desk and people agree, and what waits for a review. */
export function reviewersText(reviewers: WeeklyReport['reviewers'], to: string): string {
  const { people, withDesk, amongPeople, agreement, load } = reviewers
  return [
    agreedText('Where the desk had decided, the first verdict on a run agreed with it in', withDesk),
    agreedText('Several people on one run agreed in', amongPeople),
    agreement ? agreementText(agreement, people.length) : '',
    reviewLoadText(load, to),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function agreedText(lead: string, same: WeeklyShare): string {
  return same.share === null ? '' : `${lead} ${formatCount(same.n)} of ${formatCount(same.of)} (${shareText(same)}).`
}

/** Describes how far people agree beyond chance, in a week in which so many people reviewed or decided. */
export function agreementText({ runs, needed, alpha, interval }: WeeklyAgreement, people: number): string {
  if (people === 0) return 'Nobody reviewed a run within the week.'
  if (runs === 0)
    return 'No run reviewed within the week was judged by two people without sight of each other, so agreement is unknown.'
  if (alpha === null) return 'All verdicts were the same, so agreement beyond chance cannot be measured.'
  if (runs < needed)
    return `Agreement beyond chance: too few to say, ${runs} of the ${needed} runs judged twice that it takes.`
  return `Krippendorff's alpha ${formatScore(alpha)}, ${formatInterval(interval)} over ${formatPlural(runs, 'run')}: ${agreementWord(alpha, interval?.[0] ?? alpha)}.`
}

/** How reliable an agreement is (Krippendorff 2004: .667 and .800), and its interval whether that is sure. */
function agreementWord(alpha: number, low: number): string {
  if (low >= 0.8) return 'reliable'
  if (low >= 0.667) return 'good enough for tentative conclusions'
  return alpha >= 0.667
    ? 'maybe good enough for tentative conclusions; more runs judged twice would tell'
    : 'too low to rely on'
}

export const actionStatusLabels: Record<ActionStatus, string> = { open: 'Open', done: 'Done', dropped: 'Dropped' }

/** Returns the owner of an action, with a note if that person has left. */
export function ownerName({ owner, hasOwnerLeft }: Pick<WeeklyAction, 'owner' | 'hasOwnerLeft'>): string {
  return hasOwnerLeft ? `${owner}, who has left the project` : (owner ?? 'Unassigned')
}

/** ", due 24 Nov 2026"; empty without a date. A day has no time zone. */
export const dueText = (dueOn: string | null) => (dueOn === null ? '' : `, due ${formatDate(dueOn)}`)

export const movedLabels: Record<NonNullable<WeeklyOutcome['moved']>, string> = {
  better: 'Better',
  worse: 'Worse',
  within_noise: 'Within the noise',
  unknown: 'Too little to say',
}

type WeekTimes = Pick<WeeklyReport, 'from' | 'to' | 'timeZone' | 'shiftMinutes'>

/** "16 Nov to 22 Nov 2026": the days of a week so far in its time zone; "23 Nov 2026" on its first day. */
export function weekDays({ from, to, timeZone, shiftMinutes }: WeekTimes): string {
  // In a zone off the full hour a week is counted from some minutes before its Monday.
  const first = new Date(Date.parse(from) + shiftMinutes * 60_000).toISOString()
  const last = new Date(Date.parse(to) - 1).toISOString()
  const [firstDay, lastDay] = [formatDay(first, timeZone), formatDay(last, timeZone)]
  const [start, end] = [formatDate(first, timeZone), formatDate(last, timeZone)]
  if (start === end) return end
  const isOneYear = start.slice(firstDay.length) === end.slice(lastDay.length)
  return `${isOneYear ? firstDay : start} to ${end}`
}

/** States that a week does not begin at midnight; empty if it does. */
export function shiftText({ shiftMinutes, timeZone }: Pick<WeekTimes, 'shiftMinutes' | 'timeZone'>): string {
  if (shiftMinutes === 0) return ''
  return `Runs are counted by whole hours of UTC, so this week begins and ends ${shiftMinutes} minutes before midnight in ${timeZone}.`
}

/** "Mean quality of answers". */
export function metricLabel({ kind, chain }: Pick<WeeklyMetric, 'kind' | 'chain'>): string {
  return `${kind === 'quality' ? 'Mean quality' : 'Failed runs'} of ${chain ?? 'all chains'}`
}

/** Formats the value of a metric: a score, or a share. */
export function metricValue({ kind }: Pick<WeeklyMetric, 'kind'>, value: number | null): string {
  return kind === 'quality' ? formatScore(value) : formatPercent(value)
}

/** Describes the review queue and the random audit; empty if they were not counted. */
export function reviewLoadText(load: WeeklyReviewLoad | null, to: string): string {
  if (load === null) return ''
  const { waiting, oldestAt, disputed, drawn, answered } = load
  const days = oldestAt === null ? 0 : Math.floor((Date.parse(to) - Date.parse(oldestAt)) / DAY_MS)
  const age = days > 0 ? `, the oldest for ${formatPlural(days, 'day')}` : ''
  const apart = disputed > 0 ? ` People disagree on ${formatCount(disputed)} of them.` : ''
  const audit =
    drawn > 0
      ? ` Of ${formatPlural(drawn, 'run')} drawn at random within the week, whenever they ran, ${answered === 0 ? 'none has' : answered === 1 ? '1 has' : `${formatCount(answered)} have`} a verdict.`
      : ''
  return `${formatPlural(waiting, 'run')} waited for a review by anyone${age}.${apart}${audit}`
}

/** Number of kinds of failure that changed within a week: a report names no more than a hundred. */
export const changedKinds = (counts: WeeklyReport['failures']['counts']) =>
  Object.entries(counts).reduce((sum, [life, count]) => sum + (life === 'steady' ? 0 : count), 0)

type WeekGates = WeeklyReport['gates']

/** How many gates overdue at the end of a week or decided within it are not among the first `shown`. */
export function gatesBeyond(gates: Pick<WeekGates, 'counts' | 'overdue' | 'allOverdue'>, shown: number): number {
  const { approved, rejected, timed_out, undone } = gates.counts
  return Math.max(0, overdueGates(gates) + approved + rejected + timed_out + undone - shown)
}
