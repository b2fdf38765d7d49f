import { asList, asRecord, asText, inWords } from '../json'
import { hexId, toKeyValues, toNano, type WireSpan } from './wire'

type Row = Record<string, unknown>

/** The trace of a run of LangSmith. */
export const langsmithTrace = (row: Row) => asText(row.trace_id) ?? asText(row.id)

/** Converts a run of LangSmith, as its API and bulk exports return it, to a span as its own exporter sends it. */
export function langsmithSpan(row: Row): WireSpan {
  const parent = asText(row.parent_run_id)
  const { prompt_tokens: input_tokens, completion_tokens: output_tokens, total_tokens } = row
  const metadata = Object.entries(asRecord(asRecord(row.extra).metadata))
  const feedback = Object.entries(asRecord(row.feedback_stats)).map(([name, stats]) => [name, asRecord(stats).avg])
  return {
    ...identity(langsmithTrace(row), row.id, parent),
    name: row.name,
    startTimeUnixNano: toNano(row.start_time),
    endTimeUnixNano: toNano(row.end_time),
    status: statusOf(row.error),
    attributes: toKeyValues({
      ...Object.fromEntries(metadata.map(([key, value]) => [`langsmith.metadata.${key}`, value])),
      'langsmith.span.kind': row.run_type,
      'langsmith.reference_example_id': row.reference_example_id,
      'langsmith.usage_metadata': { input_tokens, output_tokens, total_tokens },
      'gen_ai.usage.cost': row.total_cost,
      'gen_ai.prompt': row.inputs,
      'gen_ai.completion': row.outputs,
      'langsmith.span.tags': row.tags,
      ...scores(feedback),
    }),
  }
}

/** The trace of a row of Braintrust. */
export const braintrustTrace = (row: Row) => asText(row.root_span_id) ?? asText(row.span_id) ?? asText(row.id)

const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['llm', 'LLM'],
  ['tool', 'TOOL'],
  ['score', 'EVALUATOR'],
  ['eval', 'CHAIN'],
  ['task', 'CHAIN'],
  ['function', 'CHAIN'],
])

/** Converts a row of Braintrust's logs or of an experiment to a span of OpenInference. */
export function braintrustSpan(row: Row): WireSpan {
  const [metadata, metrics, own] = [row.metadata, row.metrics, row.span_attributes].map(asRecord)
  return {
    ...identity(braintrustTrace(row), row.span_id ?? row.id, asText(asList(row.span_parents)[0])),
    name: own?.name,
    startTimeUnixNano: toNano(metrics?.start) ?? toNano(row.created),
    endTimeUnixNano: toNano(metrics?.end),
    status: statusOf(row.error),
    attributes: toKeyValues({
      'openinference.span.kind': KINDS.get(own?.type),
      'veritas.scenario': asText(asRecord(row.origin).id),
      'session.id': asText(metadata?.session_id),
      'llm.model_name': asText(metadata?.model),
      'llm.token_count.prompt': metrics?.prompt_tokens,
      'llm.token_count.completion': metrics?.completion_tokens,
      'llm.token_count.total': metrics?.tokens,
      'llm.cost.total': metrics?.estimated_cost,
      'input.value': row.input,
      'output.value': row.output,
      metadata: row.metadata,
      'tag.tags': row.tags,
      'braintrust.expected': row.expected,
      ...scores(Object.entries(asRecord(row.scores))),
    }),
  }
}

function identity(trace: string | undefined, id: unknown, parent: string | undefined) {
  const ids = { traceId: hexId(trace ?? '', 32), spanId: hexId(inWords(id), 16) }
  return parent === undefined ? ids : { ...ids, parentSpanId: hexId(parent, 16) }
}

const statusOf = (error: unknown) =>
  error === null || error === undefined || error === ''
    ? { code: 0 }
    : { code: 2, message: asText(error) ?? asText(asRecord(error).message) ?? inWords(error) }

/** Neither export tells who judged, so that a score is of the outcome. */
function scores(named: readonly unknown[][]): Row {
  return Object.fromEntries(
    named.flatMap(([name, score], index) => {
      const at = `annotations.${index}.annotation`
      return [
        [`${at}.name`, name],
        [`${at}.score`, score],
        [`${at}.annotator_kind`, 'CODE'],
      ]
    }),
  )
}
