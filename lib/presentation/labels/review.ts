import type { Agreement } from '@/lib/contracts/review-agreement'
import type { ReviewItem } from '@/lib/contracts/review-queue'
import type { GivenAnswer, RubricItem } from '@/lib/contracts/rubrics'
import type { AskedReview } from '@/lib/contracts/run-detail'
import type { ReviewReason } from '@/lib/contracts/vocabulary'
import {
  formatCount,
  formatInterval,
  formatPercent,
  formatPercentInterval,
  formatPlural,
  formatScore,
} from '../format/number'

export const reviewReasonLabels: Record<ReviewReason, string> = {
  gate: 'Gate waits',
  escalated: 'Escalated',
  asked: 'Requested by a person',
  disputed: 'Two people disagree',
  apart: 'Evaluators far apart',
  contradicted: 'Contradicts its sources',
  forecast: 'Uncertain forecast',
  new_failure: 'New kind of failure',
  flagged: 'Flagged',
  second: 'Second reviewer',
  audit: 'Drawn at random',
}

export const rubricKindLabels: Record<RubricItem['kind'], string> = {
  scale: 'A scale',
  category: 'One of several',
  boolean: 'Yes or no',
  note: 'Words',
}

export const rubricSubjectLabels: Record<RubricItem['of'], string> = { run: 'The run', step: 'A step' }

const sentences: Record<ReviewReason, string> = {
  gate: 'A gate on this run waits for a decision.',
  escalated: 'Escalated: no further attempt follows, a person decides.',
  asked: 'A person requested this review.',
  disputed: 'Two people disagree. Your verdict settles it.',
  apart: 'Its evaluators disagree strongly.',
  contradicted: 'It contradicts its sources.',
  forecast: 'The forecast is uncertain, so your verdict teaches it the most.',
  new_failure: 'A step failed in a new way.',
  flagged: 'It was flagged.',
  second: 'Drawn for a second review.',
  audit: 'Drawn at random.',
}

/** Returns why this run is in the queue. */
export function whyHere({ reasons, asked }: Pick<ReviewItem, 'reasons' | 'asked'>): string {
  const [gravest] = reasons
  if (gravest === undefined) return 'It was reviewed.'
  return gravest === 'asked' && asked ? `${askedText(asked)}.` : sentences[gravest]
}

/** "Ada asked for a review", "You asked for a second person". */
export function askedText({ by, isOwn, needed }: AskedReview): string {
  const what = needed === 1 ? 'a review' : needed === 2 ? 'a second person' : 'one more person'
  return `${isOwn ? 'You' : by} asked for ${what}`
}

/** Returns one line on the runs whose later reviewers saw the first verdict. It says nothing on how far people agree by themselves. */
export function seenSameText(same: Agreement['seenSame']): string {
  const share = same.of > 1 ? ` (${shareText(same)})` : ''
  return `On ${formatCount(same.n)} of ${formatPlural(same.of, 'run')} everyone gave the same verdict${share}. This is how often people went along, not how far they agree by themselves.`
}

/** Returns one line on how far people agree. */
export function agreementHeadline({ verdicts, needed, seen }: Agreement): string {
  const { same, runs, alpha, interval } = verdicts
  if (same.share === null)
    return `No run has been reviewed by two people ${seen > 0 ? 'without sight of each other' : 'yet'}.`
  const agreed = same.n === same.of && same.of > 1 ? 'all' : formatCount(same.n)
  const share = `Two or more people judged ${formatPlural(same.of, 'run')} and agree on ${agreed} (${shareText(same)}).`
  if (runs < needed) return `${share} Agreement beyond chance needs ${needed} runs.`
  return alpha === null ? share : `${share} Krippendorff’s alpha ${formatScore(alpha)}, ${formatInterval(interval)}.`
}

/** "77 runs"; "154 steps of 77 runs": what the answers to a question were compared on. */
export function comparedText({ of, runs, same }: Pick<Agreement['items'][number], 'of' | 'runs' | 'same'>): string {
  const all = formatPlural(runs, 'run')
  return of === 'step' ? `${formatPlural(same.of, 'step')} of ${all}` : all
}

/** Says which runs open. */
export function apartTitle({ runs, runIds }: Agreement['verdicts']['apart']): string {
  return runIds.length < runs
    ? `Opens the newest ${formatCount(runIds.length)} of the runs they disagree on`
    : 'Opens the runs they disagree on'
}

/** "83%, 74 to 90%". */
export function shareText({ share, interval }: { share: number | null; interval: [number, number] | null }): string {
  return interval === null ? formatPercent(share) : `${formatPercent(share)}, ${formatPercentInterval(interval)}`
}

/** "4 of 5", "Yes", or the text of an answer to the rubric. */
export function answerText({ value, points }: Pick<GivenAnswer, 'value' | 'points'>): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return points === null ? String(value) : `${value} of ${points}`
}
