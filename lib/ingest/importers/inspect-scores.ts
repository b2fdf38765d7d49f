import { answersYesOrNo, type Evaluator } from '@/lib/contracts/evaluators'
import type { RunBody } from '@/lib/contracts/run-input'
import type { SignalBody } from '@/lib/contracts/signals'
import { asRecord, asText } from '@/lib/ingest/json/fields'

/** Correct, incorrect, partly correct and no answer. */
const LETTERS: Readonly<Record<string, number>> = { C: 1, I: 0, P: 0.5, N: 0 }

/**
 * The signals of a sample's scores: a model's grade is a peer's, a person's is human, a program's check is downstream. The
 * first scorer of each kind speaks, as it does in Inspect; values that are no letter, boolean or share stay in the metadata.
 */
export function scoreSignals(scores: Record<string, unknown>): NonNullable<RunBody['signals']> {
  const signals = new Map<Evaluator, SignalBody>()
  for (const [scorer, entry] of Object.entries(scores)) {
    const score = asRecord(entry)
    const evaluator = evaluatorOf(scorer)
    const value = toValue(score.value, evaluator)
    if (value === undefined || signals.has(evaluator)) continue
    const details = { by: scorer.slice(0, 500), comment: asText(score.explanation)?.slice(0, 10_000) }
    const signal = answersYesOrNo(evaluator) ? { evaluator, value } : { evaluator, value: Number(value) }
    signals.set(evaluator, { ...signal, ...details })
  }
  return [...signals.values()]
}

function evaluatorOf(scorer: string): Evaluator {
  if (/model_graded|llm|judge/i.test(scorer)) return 'peer'
  return /human/i.test(scorer) ? 'human' : 'downstream'
}

/** A check that knows only right and wrong is a boolean, as long as a program or a person made it. */
function toValue(value: unknown, evaluator: Evaluator): number | boolean | undefined {
  if (typeof value === 'boolean') return answersYesOrNo(evaluator) ? value : Number(value)
  const number = typeof value === 'string' ? LETTERS[value] : value
  if (typeof number !== 'number' || !(number >= 0 && number <= 1)) return undefined
  return typeof value === 'string' && value !== 'P' && answersYesOrNo(evaluator) ? number === 1 : number
}
