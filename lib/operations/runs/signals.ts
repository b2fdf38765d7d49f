import { byEvaluator, type Evaluator, evaluators, signalOrigins } from '@/lib/contracts/evaluators'
import { ACCEPT_THRESHOLD, REJECT_BELOW } from '@/lib/contracts/thresholds'
import type { SignalsInForce } from '@/lib/engine/scoring/scored-run'

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
 * For each evaluator the signal that counts: not taken back, a review before a gate's decision before what was sent in, then the newest.
 * Where people stand against each other see {@link settledOf}.
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
 * Of the reviews of several people, one each and the newest last, the one that counts. A second word never silently takes the place
 * of the first: while two stand against each other the one that was there first holds. From a third person on it is the newest of
 * the side that most are on, and the newest of all where neither side has more.
 */
function settledOf<S extends SignalFact>(reviews: readonly S[], all: readonly S[]): S {
  const newest = reviews.at(-1) as S
  const on = (side: boolean) => reviews.filter(({ value }) => value !== null && sideOf(value) === side)
  const [approving, rejecting] = [on(true), on(false)]
  if (reviews.length === 2 && approving.length === 1 && rejecting.length === 1)
    return reviews.toSorted((a, b) => byTime(firstSaid(a, all), firstSaid(b, all)))[0] as S
  if (reviews.length === 2 || approving.length === rejecting.length) return newest
  return (approving.length > rejecting.length ? approving : rejecting).at(-1) as S
}

/** What a person first said, where they have changed it since. */
function firstSaid(signal: SignalFact, all: readonly SignalFact[]): SignalFact {
  const former = signal.retracts === null ? undefined : all.find(({ id }) => id === signal.retracts)
  return former && former.value !== null ? firstSaid(former, all) : signal
}

/**
 * Whether two people stand against each other: what each said last, and has neither changed nor taken back, is an approval of the
 * one and a rejection of the other. A third person's verdict settles it.
 */
export function isDisputed(signals: readonly SignalFact[], personOf: (signal: SignalFact) => string | null): boolean {
  const retracted = new Set(signals.map(({ retracts }) => retracts))
  const last = new Map<string, boolean | null>()
  for (const signal of signals.toSorted(byTime)) {
    const person = signal.evaluator === 'human' ? personOf(signal) : null
    if (person !== null && signal.value !== null && !retracted.has(signal.id)) last.set(person, sideOf(signal.value))
  }
  const sides = [...last.values()]
  return last.size === 2 && sides.includes(true) && sides.includes(false)
}

/** Whether a verdict or rating is an approval or a rejection; null for a rating between the two. */
export function sideOf(value: number): boolean | null {
  if (value >= ACCEPT_THRESHOLD) return true
  return value < REJECT_BELOW ? false : null
}

const rank = ({ origin }: SignalFact) => (signalOrigins as readonly string[]).indexOf(origin)

// Ids are time-sortable, so they break a tie of two signals of the same instant.
function byPrecedence(a: SignalFact, b: SignalFact): number {
  return rank(a) - rank(b) || byTime(a, b)
}

function byTime(a: SignalFact, b: SignalFact): number {
  return a.recordedAt.getTime() - b.recordedAt.getTime() || (a.id < b.id ? -1 : 1)
}

/** The values in force, null where an evaluator has none, and where the human one came from. */
export function valuesInForce(signals: readonly SignalFact[]): { values: SignalsInForce; humanOrigin: string | null } {
  const picked = selectEffective(signals)
  return {
    values: byEvaluator((evaluator) => picked[evaluator]?.value ?? null),
    humanOrigin: picked.human?.origin ?? null,
  }
}
