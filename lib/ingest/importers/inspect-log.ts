import { answersYesOrNo, type Evaluator } from '@/lib/contracts/evaluators'
import { isRecord } from '@/lib/contracts/is-record'
import { toIdentifier } from '@/lib/contracts/printable'
import type { RunBody } from '@/lib/contracts/run-input'
import type { SignalBody } from '@/lib/contracts/signals'
import { asId, asList, asNumber, asRecord, asText, asTime, asTokens, errorText, inWords } from '../json'
import { conversationNodes, lastAnswer } from './conversation-nodes'
import { cannotImport, type Imported, type ImportOptions } from './detect-format'
import { wholeIdentifier } from './wire'

type Json = Record<string, unknown>

/** Imports an Inspect AI log in JSON: one run per sample and epoch. A log without samples has none. */
export function inspectLog(log: unknown, options: ImportOptions = {}): Imported[] {
  if (!isRecord(log) || !isRecord(log.eval)) return [cannotImport('not an Inspect log: "eval" is missing')]
  return asList(log.samples).map((sample) => inspectSample(log, sample, options))
}

/**
 * Imports one sample. Epochs repeat a sample without retrying it, so each is a separate run.
 * @param header the log, whose samples are ignored
 */
export function inspectSample(header: Json, value: unknown, options: ImportOptions): Imported {
  if (!isRecord(value)) return cannotImport('a sample is not an object')
  const evaluation = asRecord(header.eval)
  const scenario = wholeIdentifier(asId(value.id), 200)
  if (scenario === undefined) return cannotImport('a sample without an id')
  const sample = asRecord(withAttachments(value, asRecord(value.attachments)))
  const epoch = asId(sample.epoch) ?? '1'
  const place = [evaluation.run_id, evaluation.task_id, `epoch-${epoch}`, scenario].map(inWords).join('/')
  const id = wholeIdentifier(asText(sample.uuid), 200) ?? wholeIdentifier(place, 200) ?? place
  const chain = wholeIdentifier(options.chain ?? asText(evaluation.task), 200)
  if (chain === undefined) return cannotImport('eval.task: needed to name the chain', id)
  const version = wholeIdentifier(options.version ?? asText(evaluation.model), 100)
  const error = errorOf(sample)
  return {
    ok: true,
    run: {
      id,
      chain,
      ...(version !== undefined && { version }),
      scenario,
      // The id is a random one.
      title: toIdentifier(
        `${asText(evaluation.task) ?? chain} ${scenario}${epoch === '1' ? '' : `, epoch ${epoch}`}`,
        200,
      ),
      status: statusOf(header, sample, error),
      request: sample.input,
      output:
        lastAnswer(asList(asRecord(sample.output).choices).map((choice) => asRecord(choice).message)) ??
        lastAnswer(sample.messages),
      ...(error !== undefined && { error }),
      nodes: conversationNodes(sample.messages, toolError),
      tokens: sampleTokens(sample, asText(evaluation.model)),
      signals: scoreSignals(asRecord(sample.scores)),
      ...timesOf(sample),
      metadata: {
        source: 'inspect',
        epoch: sample.epoch,
        target: sample.target,
        scores: sample.scores,
        limit: sample.limit,
        sample: sample.metadata,
        eval: {
          id: evaluation.eval_id,
          runId: evaluation.run_id,
          taskId: evaluation.task_id,
          taskVersion: evaluation.task_version,
          created: evaluation.created,
        },
      },
    },
  }
}

/** A sample with neither an answer nor scores, in a cancelled or failed log, was interrupted. */
function statusOf(log: Json, sample: Json, error: RunBody['error']): NonNullable<RunBody['status']> {
  if (error) return 'failed'
  const isFinished =
    log.status === 'success' ||
    Object.keys(asRecord(sample.scores)).length > 0 ||
    asTime(sample.completed_at) !== undefined
  return isFinished ? 'completed' : 'cancelled'
}

function errorOf(sample: Json): NonNullable<RunBody['error']> | undefined {
  const error = asRecord(sample.error)
  const message = asText(error.message) ?? asText(asRecord(sample.output).error)
  const traceback = asText(error.traceback)
  return message === undefined
    ? undefined
    : { message: errorText(message), ...(traceback !== undefined && { stack: errorText(traceback) }) }
}

/** Error codes equivalent to Inspect's tool error types. */
const codeOfToolError: Readonly<Record<string, string>> = {
  timeout: 'request_timeout',
  file_not_found: 'ENOENT',
  permission: 'permission_required',
  approval: 'approval_required',
  parsing: 'invalid_arguments',
}

function toolError(message: Json): NonNullable<RunBody['error']> | undefined {
  if (!isRecord(message.error)) return undefined
  const type = asText(message.error.type)
  const code = type && Object.hasOwn(codeOfToolError, type) ? codeOfToolError[type] : undefined
  return { message: errorText(asText(message.error.message) ?? type ?? 'the tool failed'), type, ...(code && { code }) }
}

/** The sample's own times, else those of its first and last event. */
function timesOf(sample: Json): Pick<RunBody, 'startedAt' | 'endedAt' | 'durationMs'> {
  const events = asList(sample.events ?? asRecord(sample.transcript).events).map((event) =>
    asTime(asRecord(event).timestamp),
  )
  const totalS = asNumber(sample.total_time)
  const startedAt = asTime(sample.started_at) ?? events[0]
  const endedAt = asTime(sample.completed_at) ?? events.at(-1)
  return {
    startedAt,
    ...(endedAt !== undefined && (startedAt === undefined || startedAt <= endedAt) && { endedAt }),
    ...(totalS !== undefined && totalS >= 0 && { durationMs: totalS * 1000 }),
  }
}

/** Correct, incorrect, partly correct and no answer. */
const LETTERS: Readonly<Record<string, number>> = { C: 1, I: 0, P: 0.5, N: 0 }

/**
 * Converts the scores of a sample to signals: a model's grade is a peer's, a person's is human, a program's check is downstream. The first
 * scorer of each kind counts, as in Inspect; values other than letters, booleans and shares stay in the metadata.
 */
function scoreSignals(scores: Record<string, unknown>): NonNullable<RunBody['signals']> {
  const signals = new Map<Evaluator, SignalBody>()
  for (const [scorer, entry] of Object.entries(scores)) {
    const score = asRecord(entry)
    const evaluator = evaluatorOf(scorer)
    const value = toValue(score.value, evaluator)
    if (value === undefined || signals.has(evaluator)) continue
    const details = { by: toIdentifier(scorer, 500), comment: asText(score.explanation)?.slice(0, 10_000) }
    const signal = answersYesOrNo(evaluator) ? { evaluator, value } : { evaluator, value: Number(value) }
    signals.set(evaluator, { ...signal, ...details })
  }
  return [...signals.values()]
}

function evaluatorOf(scorer: string): Evaluator {
  if (/model_graded|llm|judge/i.test(scorer)) return 'peer'
  return /human/i.test(scorer) ? 'human' : 'downstream'
}

/** A binary check by a program or a person becomes a boolean. */
function toValue(value: unknown, evaluator: Evaluator): number | boolean | undefined {
  if (typeof value === 'boolean') return answersYesOrNo(evaluator) ? value : Number(value)
  const number = typeof value === 'string' ? LETTERS[value] : value
  if (typeof number !== 'number' || !(number >= 0 && number <= 1)) return undefined
  return typeof value === 'string' && value !== 'P' && answersYesOrNo(evaluator) ? number === 1 : number
}

/**
 * Returns the tokens of a sample: those of the evaluated model, else those of its only answer. The former include a grader's usage of the
 * same model, which the log does not separate.
 */
function sampleTokens(sample: Record<string, unknown>, model: string | undefined): RunBody['tokens'] {
  const usage = asRecord(asRecord(sample.model_usage)[model ?? ''])
  const answers = asList(sample.messages).filter((message) => asRecord(message).role === 'assistant')
  return toTokens(usage) ?? (answers.length === 1 ? toTokens(asRecord(asRecord(sample.output).usage)) : undefined)
}

function toTokens(usage: Record<string, unknown>): RunBody['tokens'] {
  return asTokens({ input: usage.input_tokens, output: usage.output_tokens, total: usage.total_tokens })
}

const REFERENCE = /attachment:\/\/([0-9a-f]{32})/g
const HEAVY = new Set(['events', 'transcript', 'attachments', 'store'])

/** Returns the sample with references to attachments resolved, except in its event log. */
function withAttachments(sample: Record<string, unknown>, attachments: Record<string, unknown>): unknown {
  if (Object.keys(attachments).length === 0) return sample
  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(REFERENCE, (reference, hash: string) => asText(attachments[hash]) ?? reference)
    if (Array.isArray(value)) return value.map(resolve)
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]))
      : value
  }
  return Object.fromEntries(
    Object.entries(sample).map(([key, value]) => [key, HEAVY.has(key) ? value : resolve(value)]),
  )
}
