import { byEvaluator, type Evaluator, evaluators, signalOrigins } from '@/lib/contracts/evaluators'
import type { SignalsInForce } from '@/lib/engine/scoring/scored-run'

export type SignalFact = {
  id: string
  evaluator: string
  value: number | null
  origin: string
  retracts: string | null
  recordedAt: Date
}

/** For each evaluator the signal that counts: not taken back, a review before a gate's decision before what was sent in, then the newest. */
export function selectEffective<S extends SignalFact>(signals: readonly S[]): Partial<Record<Evaluator, S>> {
  const retracted = new Set(signals.map((signal) => signal.retracts))
  const valid = signals.filter((signal) => signal.value !== null && !retracted.has(signal.id))
  const picked: Partial<Record<Evaluator, S>> = {}
  for (const evaluator of evaluators) {
    const best = valid
      .filter((signal) => signal.evaluator === evaluator)
      .sort(byPrecedence)
      .at(-1)
    if (best) picked[evaluator] = best
  }
  return picked
}

const rank = ({ origin }: SignalFact) => (signalOrigins as readonly string[]).indexOf(origin)

// Ids are time-sortable, so they break a tie of two signals of the same instant.
function byPrecedence(a: SignalFact, b: SignalFact): number {
  return rank(a) - rank(b) || a.recordedAt.getTime() - b.recordedAt.getTime() || (a.id < b.id ? -1 : 1)
}

/** The values in force, null where an evaluator has none, and where the human one came from. */
export function valuesInForce(signals: readonly SignalFact[]): { values: SignalsInForce; humanOrigin: string | null } {
  const picked = selectEffective(signals)
  return {
    values: byEvaluator((evaluator) => picked[evaluator]?.value ?? null),
    humanOrigin: picked.human?.origin ?? null,
  }
}
