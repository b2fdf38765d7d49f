import type { Status } from '@/components/domain-ui/status-mark'
import type { BreakerState, JudgeCallView, JudgeOutcome, JudgePurpose } from '@/lib/contracts/judge'
import type { JudgeKind } from '@/lib/contracts/project-judges'
import { formatPlural } from '@/lib/presentation/format/number'

export const kindLabels: Record<JudgeKind, { label: string; protocol: string; address: string }> = {
  openai: { label: 'OpenAI and compatible', protocol: 'Chat completions', address: 'https://api.openai.com/v1' },
  anthropic: { label: 'Anthropic', protocol: 'Messages', address: 'https://api.anthropic.com' },
  gemini: { label: 'Gemini', protocol: 'generateContent', address: 'https://generativelanguage.googleapis.com' },
}

export const outcomeLabels: Record<JudgeOutcome, { word: string; status: Status }> = {
  scored: { word: 'Answered', status: 'pass' },
  unparseable: { word: 'Unreadable', status: 'fail' },
  refused: { word: 'Refused', status: 'fail' },
  rate_limited: { word: 'Rate limited', status: 'review' },
  timeout: { word: 'Timed out', status: 'fail' },
  unavailable: { word: 'Unavailable', status: 'fail' },
  rejected: { word: 'Request refused', status: 'fail' },
}

export const purposeLabels: Record<JudgePurpose, string> = {
  quality_gate: 'Quality gate',
  compare: 'Comparison',
  test: 'Test',
}

export const breakerLabels: Record<BreakerState, { word: string; status: Status; means: string }> = {
  closed: { word: 'Closed', status: 'pass', means: 'Its work is judged.' },
  open: { word: 'Open', status: 'fail', means: 'Its work is not judged; pre-flight checks only.' },
  half_open: { word: 'Half open', status: 'review', means: 'The next piece of work is judged; its verdict decides.' },
}

const winners = ['No difference', 'First is better', 'Second is better']

/** Describes a call's score: "4 of 5", or which output of a comparison was better; null without a score. */
export function scoreLabel({ purpose, score }: Pick<JudgeCallView, 'purpose' | 'score'>): string | null {
  if (score === null) return null
  return purpose === 'compare' ? (winners[score] ?? null) : `${score} of 5`
}

/** Formats a cooldown in minutes if it is a whole number of them, otherwise in seconds. */
export function cooldownLabel(seconds: number): string {
  return seconds % 60 === 0 ? formatPlural(seconds / 60, 'minute') : formatPlural(seconds, 'second')
}
