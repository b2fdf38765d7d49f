import { type HallucinationFinding, type Span, spanOf } from '@/lib/engine/hallucination/finding'
import { normalise, type Sentence } from '@/lib/engine/hallucination/prose'

const pronoun =
  /^(?:it|they|this|that|these|those|he|she|we|i|you|one|there|which|who|what|each|some|others?|another|the (?:first|second|third|other|latter|former))$/i

/** True when a subject says nothing of whom it speaks, so that two sentences with it cannot be compared. */
export function isPronoun(subject: string): boolean {
  return pronoun.test(subject.trim())
}

/** Normalised words without the article in front. */
export function bare(text: string): string {
  return normalise(text).replace(/^(?:the|a|an|this|our)\s+/, '')
}

/** The place of a sentence in the output. */
export function spanOfSentence({ text, start }: Sentence, output: string): Span {
  return spanOf(output, start, start + text.length)
}

/** A statement that an earlier one of the same output denies. */
export function contradiction(span: Span, earlier: Span, confidence: number): HallucinationFinding {
  const evidence = `Elsewhere it says "${earlier.text.replace(/\s+/g, ' ').slice(0, 200)}".`
  return { type: 'self_contradiction', verdict: 'contradicted', severity: 'likely', confidence, span, evidence }
}
