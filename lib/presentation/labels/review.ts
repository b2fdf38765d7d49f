import type { Agreement, ReviewItem, ReviewQueue, ReviewReveal } from '@/lib/contracts/review-queue'
import type { RubricItem } from '@/lib/contracts/rubrics'
import type { ReviewReason } from '@/lib/contracts/vocabulary'
import { formatCount, formatInterval, formatPercent, formatPlural, formatScore } from '../format/number'
import { decisionLabels } from './verdicts'

/** Why a run waits, in a filter or a list. */
export const reviewReasonLabels: Record<ReviewReason, string> = {
  gate: 'Gate waits',
  escalated: 'Escalated',
  asked: 'Asked for by a person',
  disputed: 'Two people disagree',
  apart: 'Evaluators far apart',
  contradicted: 'Contradicts its sources',
  forecast: 'Forecast in doubt',
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
  escalated: 'It was escalated: no attempt was good enough to go on by itself.',
  asked: 'A person asked for this review.',
  disputed: 'Two people disagree on it. Your verdict settles it.',
  apart: 'Its evaluators are far apart.',
  contradicted: 'It says something that its sources contradict.',
  forecast: 'The forecast is in doubt about it: a verdict here teaches most.',
  new_failure: 'A step of it failed in a way that was not seen before.',
  flagged: 'It was flagged.',
  second: 'It was drawn for a second reviewer.',
  audit: 'It was drawn at random, as any run may be.',
}

/** Why this run is here, in a line. */
export function whyHere({ reasons, said }: Pick<ReviewItem, 'reasons' | 'said'>): string {
  const [gravest] = reasons
  if (gravest === undefined) return 'It was reviewed.'
  if (gravest === 'asked' && said > 0) return 'A person asked for a second opinion.'
  return sentences[gravest]
}

/** "7 of 30 · about 12 min left". */
export function progressText({ doneToday, waiting, secondsEach }: ReviewQueue): string {
  const of = doneToday + waiting
  const many = waiting >= 1000 ? `more than ${formatCount(of)}` : formatCount(of)
  const place = waiting === 0 ? `${formatPlural(doneToday, 'review')} done` : `${formatCount(doneToday + 1)} of ${many}`
  return secondsEach === null || waiting === 0 ? place : `${place} · about ${minutesText(secondsEach * waiting)} left`
}

function minutesText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 90 ? `${minutes} min` : `${formatCount(Math.round(minutes / 60))} h`
}

/** What a person said, in the past: "Approved", "Rejected", "Rated .70". */
export function verdictWord({ verdict, value }: { verdict: string; value: number | null }): string {
  if (verdict === 'approve') return 'Approved'
  return verdict === 'reject' ? 'Rejected' : `Rated ${formatScore(value)}`
}

/** What the desk said before the verdict, in a sentence. */
export function deskText({ before, predictions }: ReviewReveal): string {
  const [said] = predictions
  const confidence = before.confidence === null ? null : `confidence ${formatScore(before.confidence)}`
  const chance = said ? `chance of an approval ${formatScore(said.probability)}` : null
  const parts = [decisionLabels[before.decision].toLowerCase(), confidence, chance].filter(Boolean)
  return `The desk said: ${parts.join(', ')}.`
}

/** Whether the desk and other people said the same, in a few words; null where nobody has an opinion. */
export function agreementWord({ withDesk, withPeople }: ReviewReveal): string | null {
  if (withPeople === 'disagreed') return 'Another person said the opposite.'
  if (withDesk === 'disagreed') return 'The desk said the opposite.'
  if (withPeople === 'agreed') return 'Another person said the same.'
  return withDesk === 'agreed' ? 'The desk said the same.' : null
}

export const hasDisagreed = ({ withDesk, withPeople }: ReviewReveal) =>
  withDesk === 'disagreed' || withPeople === 'disagreed'

/** How far people agree, in one line. */
export function agreementHeadline({ verdicts, needed }: Agreement): string {
  const { same, runs, alpha, interval } = verdicts
  if (same.share === null) return 'No run was judged by two people yet.'
  const agreed = same.n === same.of && same.of > 1 ? 'all' : formatCount(same.n)
  const share = `Two or more people judged ${formatPlural(same.of, 'run')} and agree on ${agreed} (${formatPercent(same.share)}, ${formatInterval(same.interval)}).`
  if (runs < needed) return `${share} It takes ${needed} runs to say how much of that is beyond chance.`
  return alpha === null ? share : `${share} Krippendorff’s alpha ${formatScore(alpha)}, ${formatInterval(interval)}.`
}
