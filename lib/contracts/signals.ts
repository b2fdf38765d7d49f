import { z } from 'zod'
import { answersYesOrNo, byEvaluator, type Evaluator, evaluators, type YesOrNoEvaluator } from './evaluators'
import { evaluator, identifier, isoTime, unit } from './primitives'
import { maybe } from './quality/shapes'

// Only judgements of use or by a person may be yes or no; an assessment is a number.
const judged = z.union([unit, z.boolean()], { error: 'must be a number from 0 to 1, true or false' })

type SignalValues = { [E in Evaluator]: E extends YesOrNoEvaluator ? typeof judged : typeof unit }

/** Allowed values per evaluator: a number in [0, 1] and, if the table allows it, true or false. */
const signalValues = byEvaluator((who) => (answersYesOrNo(who) ? judged : unit)) as SignalValues

const meanings: Record<Evaluator, string> = {
  self: "The agent's own assessment, 0 to 1",
  peer: "A judge's assessment, 0 to 1",
  downstream: 'Usability for the next step, 0 to 1; true is 1, false is 0.3',
  human: "A person's verdict, 0 to 1; true is 1, false is 0 and vetoes acceptance",
}

type Optional<T extends z.ZodType> = ReturnType<typeof maybe<T>>
type SignalFields = { [E in Evaluator]: Optional<E extends YesOrNoEvaluator ? typeof judged : typeof unit> }

/** The signals of one run as a tool takes them: any of them may be missing. */
export const signalFields = byEvaluator((who) => maybe(signalValues[who]).describe(meanings[who])) as SignalFields

const details = {
  by: identifier(500).optional(),
  comment: z.string().max(10_000).optional(),
  at: isoTime.optional(),
}

export const signalInput = z.discriminatedUnion('evaluator', [
  z.strictObject({ evaluator: evaluator.exclude(evaluators.filter(answersYesOrNo)), value: unit, ...details }),
  z.strictObject({ evaluator: evaluator.extract(evaluators.filter(answersYesOrNo)), value: judged, ...details }),
])

/** One value per evaluator, converted to a list. */
export const signalShorthand = z
  .strictObject(signalValues)
  .partial()
  .transform((record) =>
    evaluators.flatMap((who) => {
      const value = record[who]
      return value === undefined ? [] : [{ evaluator: who, value }]
    }),
  )

const score = z.number().nullable()

/** The latest signal in force of each evaluator; null if there is none. */
export const signalSet = z.object(byEvaluator(() => score))

export type SignalBody = z.input<typeof signalInput>
export type SignalSet = z.infer<typeof signalSet>
