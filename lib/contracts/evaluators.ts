// The one table of who judges a run. It holds no schema, so that engine and pages read it as well as contracts do.

type EvaluatorRule = {
  label: string
  /** Its weight in the confidence; always divided by the sum of those present. */
  weight: number
  /** Whether it is somebody other than the agent itself: without one of these nothing is accepted. */
  isIndependent: boolean
  /** What its yes and no count as; null where it answers by a number alone. */
  yesOrNo: { yes: number; no: number } | null
}

/** Every evaluator, in the order of every sum and listing. What a further one needs elsewhere does not compile without it. */
export const evaluatorRules = {
  self: { label: 'Self', weight: 0.15, isIndependent: false, yesOrNo: null },
  peer: { label: 'Peer', weight: 0.25, isIndependent: true, yesOrNo: null },
  downstream: { label: 'Downstream', weight: 0.35, isIndependent: true, yesOrNo: { yes: 1, no: 0.3 } },
  human: { label: 'Human', weight: 0.5, isIndependent: true, yesOrNo: { yes: 1, no: 0 } },
} as const satisfies Record<string, EvaluatorRule>

export type Evaluator = keyof typeof evaluatorRules

/** Those that may answer yes or no. */
export type YesOrNoEvaluator = {
  [E in Evaluator]: (typeof evaluatorRules)[E]['yesOrNo'] extends null ? never : E
}[Evaluator]

export const evaluators: readonly Evaluator[] = Object.keys(evaluatorRules) as Evaluator[]

/** A record with a value for each evaluator. */
export function byEvaluator<T>(give: (evaluator: Evaluator) => T): Record<Evaluator, T> {
  return Object.fromEntries(evaluators.map((evaluator) => [evaluator, give(evaluator)])) as Record<Evaluator, T>
}

/** The signals of a row that may hold more. */
export function pickSignals<T>(row: Record<Evaluator, T>): Record<Evaluator, T> {
  return byEvaluator((evaluator) => row[evaluator])
}

export function answersYesOrNo(evaluator: Evaluator): evaluator is YesOrNoEvaluator {
  return evaluatorRules[evaluator].yesOrNo !== null
}

/** A signal as a number: yes and no by the table; null where this evaluator may not answer so. */
export function signalNumber(evaluator: Evaluator, value: number | boolean): number | null {
  if (typeof value !== 'boolean') return value
  return evaluatorRules[evaluator].yesOrNo?.[value ? 'yes' : 'no'] ?? null
}

/** Where a signal came from, the one that stands before the others last. */
export const signalOrigins = ['ingest', 'gate', 'review'] as const

export type SignalOrigin = (typeof signalOrigins)[number]

/** The origins in which a person of the desk has spoken. */
export const personOrigins = ['review', 'gate'] as const satisfies readonly SignalOrigin[]

/** Whether a person of the desk decided on a run, from where its human signal came. */
export function isDecidedByPerson(humanOrigin: string | null): boolean {
  return personOrigins.some((origin) => origin === humanOrigin)
}
