import { byEvaluator, type Evaluator, evaluators, signalOrigins } from '@/lib/contracts/evaluators'
import { verdictSide } from '@/lib/engine/confidence/verdict-side'
import type { EffectiveSignals } from '@/lib/engine/scoring/scored-run'

export type SignalFact = {
  id: string
  evaluator: string
  value: number | null
  origin: string
  retracts: string | null
  decisionId?: string | null
  recordedAt: Date
}

/**
 * Selects the signal in force for each evaluator: among those not retracted, a review outranks a gate's decision, which
 * outranks an ingested signal; then the newest. Disagreeing reviews are settled by {@link settledOf}.
 */
export function selectEffective<S extends SignalFact>(signals: readonly S[]): Partial<Record<Evaluator, S>> {
  const retracted = new Set(signals.map((signal) => signal.retracts))
  const valid = signals.filter((signal) => signal.value !== null && !retracted.has(signal.id))
  const picked: Partial<Record<Evaluator, S>> = {}
  for (const evaluator of evaluators) {
    const given = valid.filter((signal) => signal.evaluator === evaluator).sort(byPrecedence)
    const best = given.at(-1)
    const reviews = given.filter(({ origin }) => evaluator === 'human' && origin === 'review')
    if (best) picked[evaluator] = reviews.length > 1 ? settledOf(reviews, signals) : best
  }
  return picked
}

/**
 * Picks the review that counts among several people's, given one each, newest last. While two disagree the first one counts, so
 * that a second review never silently replaces it. From the third on it is the newest of the majority side, or the newest of
 * all in a tie.
 */
function settledOf<S extends SignalFact>(reviews: readonly S[], all: readonly S[]): S {
  const newest = reviews.at(-1) as S
  const on = (side: boolean) => reviews.filter(({ value }) => value !== null && verdictSide(value) === side)
  const [approving, rejecting] = [on(true), on(false)]
  if (reviews.length === 2 && approving.length === 1 && rejecting.length === 1)
    return reviews.toSorted((a, b) => byTime(firstSaid(a, all), firstSaid(b, all)))[0] as S
  if (reviews.length === 2 || approving.length === rejecting.length) return newest
  return (approving.length > rejecting.length ? approving : rejecting).at(-1) as S
}

/** The first of a person's successive reviews. */
function firstSaid(signal: SignalFact, all: readonly SignalFact[]): SignalFact {
  const former = signal.retracts === null ? undefined : all.find(({ id }) => id === signal.retracts)
  return former && former.value !== null ? firstSaid(former, all) : signal
}

/**
 * Whether exactly two people disagree: the latest reviews of each, neither changed nor retracted, are an approval and a
 * rejection. A third person's verdict settles it.
 */
export function isDisputed(signals: readonly SignalFact[], personOf: (signal: SignalFact) => string | null): boolean {
  const retracted = new Set(signals.map(({ retracts }) => retracts))
  const last = new Map<string, boolean | null>()
  for (const signal of signals.toSorted(byTime)) {
    const person = signal.evaluator === 'human' ? personOf(signal) : null
    if (person !== null && signal.value !== null && !retracted.has(signal.id))
      last.set(person, verdictSide(signal.value))
  }
  const sides = [...last.values()]
  return last.size === 2 && sides.includes(true) && sides.includes(false)
}

const rank = ({ origin }: SignalFact) => (signalOrigins as readonly string[]).indexOf(origin)

// Ids are time-sortable, so they break ties between signals of the same instant.
function byPrecedence(a: SignalFact, b: SignalFact): number {
  return rank(a) - rank(b) || byTime(a, b)
}

function byTime(a: SignalFact, b: SignalFact): number {
  return a.recordedAt.getTime() - b.recordedAt.getTime() || (a.id < b.id ? -1 : 1)
}

/** The values in force, null for an evaluator without one, and the origin of the human one. */
export function effectiveValues(signals: readonly SignalFact[]): {
  values: EffectiveSignals
  humanOrigin: string | null
} {
  const picked = selectEffective(signals)
  return {
    values: byEvaluator((evaluator) => picked[evaluator]?.value ?? null),
    humanOrigin: picked.human?.origin ?? null,
  }
}
