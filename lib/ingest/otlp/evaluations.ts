import { isRecord } from '@/lib/contracts/is-record'
import type { Span } from '@/lib/contracts/otlp'
import type { Evaluator } from '@/lib/contracts/primitives'
import { toIdentifier } from '@/lib/contracts/printable'
import type { RunBody } from '@/lib/contracts/run-input'
import { asList, asNumber, asText } from '../json'
import { nestedUnder } from './attributes'
import { toIso } from './wire-span'

export type Evaluation = {
  name?: string | undefined
  score?: number | undefined
  label?: string | undefined
  explanation?: string | undefined
  by?: string | undefined
  kind?: string | undefined
  at?: string | undefined
}

const EVALUATORS: Readonly<Record<string, Evaluator>> = { HUMAN: 'human', LLM: 'peer', CODE: 'downstream' }

/** The name of an evaluation event in the GenAI conventions, on a span or as a log record. */
export const EVALUATION_EVENT = 'gen_ai.evaluation.result'

export function readEvaluation(attributes: Readonly<Record<string, unknown>>, timeNano: string | null): Evaluation {
  return {
    name: asText(attributes['gen_ai.evaluation.name']),
    score: asNumber(attributes['gen_ai.evaluation.score.value']),
    label: asText(attributes['gen_ai.evaluation.score.label']),
    explanation: asText(attributes['gen_ai.evaluation.explanation']),
    kind: asText(attributes.annotator_kind ?? attributes['gen_ai.evaluation.annotator_kind'])?.toUpperCase(),
    at: timeNano === null ? undefined : toIso(timeNano),
  }
}

/** Returns the evaluations of a span: `gen_ai.evaluation.result` events, OpenInference annotations and evaluations. */
export function evaluationsOf(span: Span): Evaluation[] {
  const fromEvents = span.events
    .filter((event) => event.name === EVALUATION_EVENT)
    .map(({ attributes, timeNano }) => readEvaluation(attributes, timeNano))
  return [
    ...fromEvents,
    ...flattened(span, 'annotations', 'annotation'),
    ...flattened(span, 'evaluations', 'evaluation'),
  ]
}

function flattened(span: Span, prefix: string, item: string): Evaluation[] {
  const list = asList(nestedUnder(span.attributes, prefix))
  return list.flatMap((entry) => {
    const fields = isRecord(entry) ? entry[item] : undefined
    if (!isRecord(fields)) return []
    return {
      name: asText(fields.name),
      score: asNumber(fields.score),
      label: asText(fields.label),
      explanation: asText(fields.explanation),
      by: asText(fields.identifier),
      kind: asText(fields.annotator_kind)?.toUpperCase(),
    }
  })
}

type Signal = Extract<RunBody['signals'], unknown[]>[number]

/**
 * Returns the evaluations that count as signals, each with its signal: the annotator is known (HUMAN is human, LLM peer, CODE downstream),
 * the score is in [0, 1], and no evaluation with another name has the same annotator, since "toxicity 0.1" and "helpfulness 0.9" do not
 * measure one quality. The others stay in the metadata.
 */
export function countingEvaluations<E extends Evaluation>(
  evaluations: readonly E[],
): { evaluation: E; signal: Signal }[] {
  const scored = evaluations.flatMap((evaluation) => {
    const evaluator = EVALUATORS[evaluation.kind ?? '']
    const { score } = evaluation
    return evaluator === undefined || score === undefined || score < 0 || score > 1
      ? []
      : [{ evaluation, evaluator, score }]
  })
  const names = Map.groupBy(scored, ({ evaluator }) => evaluator)
  return scored
    .filter(({ evaluator }) => new Set(names.get(evaluator)?.map(({ evaluation }) => evaluation.name)).size === 1)
    .slice(0, 100)
    .map(({ evaluation, evaluator, score }) => ({
      evaluation,
      signal: {
        evaluator,
        value: score,
        by: toIdentifier(evaluation.by ?? evaluation.name, 500),
        comment: (evaluation.explanation ?? evaluation.label)?.slice(0, 10_000),
        at: evaluation.at,
      },
    }))
}
