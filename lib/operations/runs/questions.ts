import type { RunInput } from '@/lib/contracts/run-input'
import type { Measure } from '@/lib/engine/scoring/scored-run'

/**
 * Shrinks questions before they are copied to another thread: drops fields that no score reads, and shares equal contracts and
 * criteria as one object, which is copied once.
 */
export function toQuestions<Q extends { run: RunInput; measure: Measure }>(questions: readonly Q[]): Q[] {
  const known = new Map<string, unknown>()
  const shared = <T>(value: T): T => {
    if (value === undefined) return value
    const text = JSON.stringify(value)
    if (!known.has(text)) known.set(text, value)
    return known.get(text) as T
  }
  return questions.map((question) => ({
    ...question,
    run: { ...question.run, contract: undefined, criteria: undefined, signals: [] },
    measure: {
      ...question.measure,
      contract: shared(question.measure.contract),
      criteria: shared(question.measure.criteria),
    },
  }))
}
