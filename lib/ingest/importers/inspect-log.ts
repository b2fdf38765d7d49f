import { isRecord } from '@/lib/contracts/is-record'
import type { RunBody } from '@/lib/contracts/run-input'
import { asId, asList, asNumber, asRecord, asText, asTime } from '@/lib/ingest/json/fields'
import { conversationNodes, lastAnswer } from './conversation-nodes'
import { cannotImport, type Imported, type ImportOptions } from './imported'
import { withAttachments } from './inspect-attachments'
import { scoreSignals } from './inspect-scores'
import { sampleTokens } from './inspect-tokens'

type Json = Record<string, unknown>

/** The runs of an Inspect AI log in JSON: one for each sample and epoch. A log without samples has none. */
export function inspectLog(log: unknown, options: ImportOptions = {}): Imported[] {
  if (!isRecord(log) || !isRecord(log.eval)) return [cannotImport('no Inspect log: it has no "eval"')]
  return asList(log.samples).map((sample) => inspectSample(log, sample, options))
}

/**
 * One sample. Epochs repeat a sample, they do not retry it: each is a run of its own.
 * @param header the log, whose samples are not looked at
 */
export function inspectSample(header: Json, value: unknown, options: ImportOptions = {}): Imported {
  if (!isRecord(value)) return cannotImport('a sample is not an object')
  const evaluation = asRecord(header.eval)
  const scenario = asId(value.id)
  if (scenario === undefined) return cannotImport('a sample without an id')
  const sample = asRecord(withAttachments(value, asRecord(value.attachments)))
  const epoch = asId(sample.epoch) ?? '1'
  const id =
    asText(sample.uuid) ?? [evaluation.run_id, evaluation.task_id, `epoch-${epoch}`, scenario].map(String).join('/')
  const chain = options.chain ?? asText(evaluation.task)
  if (chain === undefined) return cannotImport('eval.task: needed to name the chain', id)
  const version = options.version ?? asText(evaluation.model)
  const error = errorOf(sample)
  return {
    ok: true,
    run: {
      id: id.slice(0, 200),
      chain: chain.slice(0, 200),
      ...(version !== undefined && { version: version.slice(0, 100) }),
      scenario: scenario.slice(0, 200),
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

/** A sample with neither an answer nor scores, in a log that was cancelled or broke, was cut off. */
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
  return message === undefined ? undefined : { message, stack: asText(error.traceback)?.slice(0, 100_000) }
}

function toolError(message: Json): NonNullable<RunBody['error']> | undefined {
  if (!isRecord(message.error)) return undefined
  const type = asText(message.error.type)
  return { message: asText(message.error.message) ?? type ?? 'the tool failed', type }
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
