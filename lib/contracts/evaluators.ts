// Table of the evaluators. It contains no schema, so that the engine and pages can import it as well as contracts.

type EvaluatorRule = {
  label: string
  /** Weight in the confidence; always divided by the sum of those present. */
  weight: number
  /** Whether it is independent of the agent: without a signal of an independent evaluator no run is accepted. */
  isIndependent: boolean
  /** Numeric values of yes and no; null if it answers with a number only. */
  yesOrNo: { yes: number; no: number } | null
}

/** Every evaluator, in the order used by all sums and lists. Code that a further evaluator needs does not compile without it. */
export const evaluatorRules = {
  self: { label: 'Self', weight: 0.15, isIndependent: false, yesOrNo: null },
  peer: { label: 'Peer', weight: 0.25, isIndependent: true, yesOrNo: null },
  downstream: { label: 'Downstream', weight: 0.35, isIndependent: true, yesOrNo: { yes: 1, no: 0.3 } },
  human: { label: 'Human', weight: 0.5, isIndependent: true, yesOrNo: { yes: 1, no: 0 } },
} as const satisfies Record<string, EvaluatorRule>

export type Evaluator = keyof typeof evaluatorRules

/** Evaluators that may answer yes or no. */
export type YesOrNoEvaluator = {
  [E in Evaluator]: (typeof evaluatorRules)[E]['yesOrNo'] extends null ? never : E
}[Evaluator]

export const evaluators: readonly Evaluator[] = Object.keys(evaluatorRules) as Evaluator[]

/** Evaluators other than people: their signals can be sent in at any time, and predict what a person will say. */
export type AutomatedEvaluator = Exclude<Evaluator, 'human'>
export const automatedEvaluators: readonly AutomatedEvaluator[] = evaluators.filter(
  (evaluator) => evaluator !== 'human',
)

/** Evaluators other than the agent itself. */
export const independentEvaluators: readonly Evaluator[] = evaluators.filter(
  (evaluator) => evaluatorRules[evaluator].isIndependent,
)

/** Builds a record with a value for each evaluator. */
export function byEvaluator<T>(give: (evaluator: Evaluator) => T): Record<Evaluator, T> {
  return Object.fromEntries(evaluators.map((evaluator) => [evaluator, give(evaluator)])) as Record<Evaluator, T>
}

/** Picks the evaluator signals from a row that may have more fields. */
export function pickSignals<T>(row: Record<Evaluator, T>): Record<Evaluator, T> {
  return byEvaluator((evaluator) => row[evaluator])
}

/** Whether this evaluator may answer yes or no instead of a number from 0 to 1. */
export function answersYesOrNo(evaluator: Evaluator): evaluator is YesOrNoEvaluator {
  return evaluatorRules[evaluator].yesOrNo !== null
}

/** Converts a signal to a number, yes and no by the table; null if this evaluator may not answer yes or no. */
export function signalNumber(evaluator: Evaluator, value: number | boolean): number | null {
  if (typeof value !== 'boolean') return value
  return evaluatorRules[evaluator].yesOrNo?.[value ? 'yes' : 'no'] ?? null
}

/** Origins of a signal, in ascending precedence. */
export const signalOrigins = ['ingest', 'gate', 'review'] as const

type SignalOrigin = (typeof signalOrigins)[number]

/** Origins in which a person of the desk decided. */
export const personOrigins = ['review', 'gate'] as const satisfies readonly SignalOrigin[]

/** Whether a person of the desk decided on the run, by the origin of its human signal. */
export function isDecidedByPerson(humanOrigin: string | null): boolean {
  return personOrigins.some((origin) => origin === humanOrigin)
}
