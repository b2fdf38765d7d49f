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

/** Reads an evaluation event, on a span or as a log record. Without an annotator it evaluates the outcome, as code does. */
export function readEvaluation(attributes: Readonly<Record<string, unknown>>, timeNano: string | null): Evaluation {
  return {
    name: asText(attributes['gen_ai.evaluation.name']),
    score: asNumber(attributes['gen_ai.evaluation.score.value']),
    label: asText(attributes['gen_ai.evaluation.score.label']),
    explanation: asText(attributes['gen_ai.evaluation.explanation']),
    kind: asText(attributes.annotator_kind ?? attributes['gen_ai.evaluation.annotator_kind'])?.toUpperCase() ?? 'CODE',
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

/** What becomes of an evaluation: a signal, or nothing but an entry of the metadata, and why. */
type ReadSignal<E> = { evaluation: E; signal: Signal } | { evaluation: E; fault: string }

/**
 * Reads evaluations as signals, in their order. One counts if its annotator is known (HUMAN is human, LLM peer, CODE downstream), its score
 * is in [0, 1], and no evaluation with another name has the same annotator, since "toxicity 0.1" and "helpfulness 0.9" do not measure one
 * quality.
 */
export function readSignals<E extends Evaluation>(evaluations: readonly E[]): ReadSignal<E>[] {
  const scored = evaluations.map((evaluation) => ({ evaluation, ...readScore(evaluation) }))
  const names = new Map<Evaluator, Set<string | undefined>>()
  for (const item of scored)
    if ('score' in item) names.set(item.evaluator, (names.get(item.evaluator) ?? new Set()).add(item.evaluation.name))
  return scored.map((item) => {
    if ('fault' in item) return item
    const { evaluation, evaluator, score } = item
    const all = [...(names.get(evaluator) ?? [])]
    if (all.length > 1) return { evaluation, fault: severalMeasures(evaluation.kind, all) }
    const signal = {
      evaluator,
      value: score,
      by: toIdentifier(evaluation.by ?? evaluation.name, 500),
      comment: (evaluation.explanation ?? evaluation.label)?.slice(0, 10_000),
      at: evaluation.at,
    }
    return { evaluation, signal }
  })
}

type Score = { evaluator: Evaluator; score: number } | { fault: string }

function readScore({ kind, score }: Evaluation): Score {
  const evaluator = EVALUATORS[kind ?? '']
  if (evaluator === undefined) return { fault: 'annotator_kind: must be HUMAN, LLM or CODE' }
  if (score === undefined || score < 0 || score > 1)
    return { fault: 'gen_ai.evaluation.score.value: must be a number from 0 to 1' }
  return { evaluator, score }
}

/** Names the measures that one annotator gave a run, of which none is its signal. */
export function severalMeasures(kind: string | undefined, names: readonly (string | undefined)[]): string {
  const listed = names.slice(0, 3).map((name) => `"${name?.slice(0, 100) ?? ''}"`)
  const measures = [...listed, ...(names.length > listed.length ? ['others'] : [])].join(', ')
  return `gen_ai.evaluation.name: ${measures} by ${kind} are several measures, not one signal: send the one that counts`
}
