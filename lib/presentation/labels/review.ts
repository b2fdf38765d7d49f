import type { Agreement, ReviewItem, ReviewReveal } from '@/lib/contracts/review-queue'
import type { RubricItem } from '@/lib/contracts/rubrics'
import type { ReviewReason } from '@/lib/contracts/vocabulary'
import { formatCount, formatInterval, formatPlural, formatScore } from '../format/number'
import { shareText } from './shares'
import { decisionLabels } from './verdicts'

/** Labels of the reasons for review, in a filter or a list. */
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
  escalated: 'Escalated: no attempt was good enough.',
  asked: 'A person requested this review.',
  disputed: 'Two people disagree. Your verdict settles it.',
  apart: 'Its evaluators disagree strongly.',
  contradicted: 'It contradicts its sources.',
  forecast: 'The forecast is uncertain, so your verdict teaches it the most.',
  new_failure: 'A step failed in a new way.',
  flagged: 'It was flagged.',
  second: 'Selected for a second review.',
  audit: 'Selected at random.',
}

/** Returns why this run is in the queue. */
export function whyHere({ reasons, said }: Pick<ReviewItem, 'reasons' | 'said'>): string {
  const [gravest] = reasons
  if (gravest === undefined) return 'It was reviewed.'
  if (gravest === 'asked' && said > 0) return 'A person requested a second opinion.'
  return sentences[gravest]
}

/** Returns a person's verdict in the past tense: "Approved", "Rejected", "Rated 0.70". */
export function verdictWord({ verdict, value }: { verdict: string; value: number | null }): string {
  if (verdict === 'approve') return 'Approved'
  return verdict === 'reject' ? 'Rejected' : `Rated ${formatScore(value)}`
}

/** Returns the automated decision before the verdict. */
export function deskText({ before, predictions }: ReviewReveal): string {
  const [said] = predictions
  const confidence = before.confidence === null ? null : `confidence ${formatScore(before.confidence)}`
  const chance = said ? `approval chance ${formatScore(said.probability)}` : null
  const parts = [decisionLabels[before.decision].toLowerCase(), confidence, chance].filter(Boolean)
  return `The desk said: ${parts.join(', ')}.`
}

/** Returns whether the automated decision and other people agree; null without an opinion. */
export function agreementWord({ withDesk, withPeople }: ReviewReveal): string | null {
  if (withPeople === 'disagreed') return 'Another person said the opposite.'
  if (withDesk === 'disagreed') return 'The desk said the opposite.'
  if (withPeople === 'agreed') return 'Another person said the same.'
  return withDesk === 'agreed' ? 'The desk said the same.' : null
}

export const hasDisagreed = ({ withDesk, withPeople }: ReviewReveal) =>
  withDesk === 'disagreed' || withPeople === 'disagreed'

/** Returns one line on how far people agree. */
export function agreementHeadline({ verdicts, needed }: Agreement): string {
  const { same, runs, alpha, interval } = verdicts
  if (same.share === null) return 'No run has been reviewed by two people yet.'
  const agreed = same.n === same.of && same.of > 1 ? 'all' : formatCount(same.n)
  const share = `Two or more people judged ${formatPlural(same.of, 'run')} and agree on ${agreed} (${shareText(same)}).`
  if (runs < needed) return `${share} Agreement beyond chance needs ${needed} runs.`
  return alpha === null ? share : `${share} Krippendorff’s alpha ${formatScore(alpha)}, ${formatInterval(interval)}.`
}
