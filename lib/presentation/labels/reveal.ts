import type { ReviewReveal } from '@/lib/contracts/blind-reviews'
import { ACCEPT_THRESHOLD, EVEN_ODDS } from '@/lib/contracts/thresholds'
import { formatScore } from '../format/number'
import { decisionLabels, isRejection } from './verdicts'

/** Returns a person's verdict in the past tense: "Approved", "Rejected", "Rated 0.70". */
export function verdictWord({ verdict, value }: { verdict: string; value: number | null }): string {
  if (verdict === 'approve') return 'Approved'
  return verdict === 'reject' ? 'Rejected' : `Rated ${formatScore(value)}`
}

/** Returns a person's verdict on something as a sentence begins or ends with it: "Approved it", "Rated it 0.70". */
export function verdictOn({ verdict, value }: { verdict: string; value: number | null }, what: string): string {
  return verdict === 'rate' ? `Rated ${what} ${formatScore(value)}` : `${verdictWord({ verdict, value })} ${what}`
}

/** Returns what the desk said before anyone gave a verdict. */
export function deskText({ before, predictions }: ReviewReveal): string {
  const [said] = predictions
  const confidence =
    before.confidence === null ? null : `confidence ${formatScore(before.confidence, ACCEPT_THRESHOLD)}`
  const decided = [decisionLabels[before.decision].toLowerCase(), confidence].filter(Boolean).join(', ')
  if (!said) return `The desk said: ${decided}.`
  return `The forecast was ${forecastWord(said.probability)} (chance of approval ${formatScore(said.probability)}). The rule said: ${decided}.`
}

/** {@link deskText} in a few words, beside the verdict: "The desk: accepted, 0.82.", "The forecast: an approval, 0.79." */
export function deskBrief({ before, predictions: [said] }: Pick<ReviewReveal, 'before' | 'predictions'>): string {
  if (said) return `The forecast: ${forecastWord(said.probability)}, ${formatScore(said.probability)}.`
  const confidence = before.confidence === null ? null : formatScore(before.confidence, ACCEPT_THRESHOLD)
  return `The desk: ${[decisionLabels[before.decision].toLowerCase(), confidence].filter(Boolean).join(', ')}.`
}

const forecastWord = (probability: number) => (probability >= EVEN_ODDS ? 'an approval' : 'a rejection')

/** Returns whether the automated decision and other people agree; null without an opinion. */
export function agreementWord(reveal: ReviewReveal): string | null {
  const { withDesk, withPeople, predictions } = reveal
  // A forecast outweighs the rule, and may contradict it.
  const desk = predictions.length > 0 ? 'The forecast was' : 'The desk said'
  if (hasSettled(reveal)) return 'That settles the disagreement.'
  if (withPeople === 'disagreed') return 'Another person said the opposite.'
  if (withDesk === 'disagreed') return `${desk} the opposite.`
  if (withPeople === 'agreed') return 'Another person said the same.'
  return withDesk === 'agreed' ? `${desk} the same.` : null
}

/** Whether others had disagreed with each other, so that this verdict settles it. */
const hasSettled = ({ others }: ReviewReveal) => {
  const isApproval = others.map(({ value }) => !isRejection(value))
  return isApproval.includes(true) && isApproval.includes(false)
}

/** Whether someone or the desk said the opposite, so that the verdict is worth a second look. */
export const hasDisagreed = (reveal: ReviewReveal) =>
  !hasSettled(reveal) && (reveal.withDesk === 'disagreed' || reveal.withPeople === 'disagreed')
