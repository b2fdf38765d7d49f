import type { Evaluator } from '@/lib/contracts/evaluators'

/** Meaning of a colour: a verdict or an evaluator. `neutral` has no meaning. */
export type Tone = 'neutral' | 'pass' | 'review' | 'fail' | 'unknown' | 'accent' | Evaluator

export const toneText: Record<Tone, string> = {
  neutral: 'text-ink-2',
  pass: 'text-pass-fg',
  review: 'text-review-fg',
  fail: 'text-fail-fg',
  unknown: 'text-unknown-fg',
  accent: 'text-accent-fg',
  self: 'text-self-fg',
  peer: 'text-peer-fg',
  downstream: 'text-downstream-fg',
  human: 'text-human-fg',
}

export const toneTint: Record<Tone, string> = {
  neutral: 'bg-sunken border-line text-ink-2',
  pass: 'bg-pass-bg border-pass-line text-pass-fg',
  review: 'bg-review-bg border-review-line text-review-fg',
  fail: 'bg-fail-bg border-fail-line text-fail-fg',
  unknown: 'bg-unknown-bg border-unknown-line text-unknown-fg',
  accent: 'bg-accent-bg border-accent-line text-accent-fg',
  self: 'bg-self-bg border-self-line text-self-fg',
  peer: 'bg-peer-bg border-peer-line text-peer-fg',
  downstream: 'bg-downstream-bg border-downstream-line text-downstream-fg',
  human: 'bg-human-bg border-human-line text-human-fg',
}

export const toneMark: Record<Tone, string> = {
  neutral: 'bg-ink-3',
  pass: 'bg-pass',
  review: 'bg-review',
  fail: 'bg-fail',
  unknown: 'bg-unknown',
  accent: 'bg-accent',
  self: 'bg-self',
  peer: 'bg-peer',
  downstream: 'bg-downstream',
  human: 'bg-human',
}

/** The part of an evaluator's bar that its signal leaves empty. */
export const toneTrack: Record<Evaluator, string> = {
  self: 'bg-self/18',
  peer: 'bg-peer/18',
  downstream: 'bg-downstream/18',
  human: 'bg-human/22',
}
