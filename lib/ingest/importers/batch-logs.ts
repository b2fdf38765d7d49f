import { isRecord } from '@/lib/contracts/is-record'
import { toIdentifier } from '@/lib/contracts/printable'
import type { RunBody } from '@/lib/contracts/run-input'
import { asCount, asId, asRecord, asText, asTokens, errorText } from '../json'
import { answerText, findToolCalls, reportedUsage } from '../messages'
import { cannotImport, type Imported, type ImportOptions } from './detect-format'
import { toTime, wholeIdentifier } from './wire'

type Json = Record<string, unknown>

/** Returns the key of a batch line, which is the same for the request and its answer. */
export function batchKey(record: unknown): string | undefined {
  return asId(asRecord(record).custom_id)
}

/**
 * Imports one line of OpenAI's batch API output.
 * @param request the sent line with the same `custom_id`, if its file is available
 */
export function openaiBatch(record: unknown, options: ImportOptions = {}, request?: unknown): Imported {
  const line = asRecord(record)
  const key = batchKey(record)
  if (key === undefined) return cannotImport('custom_id: needed to name the run')
  if (!('response' in line)) return cannotImport(NO_ANSWER, key)
  const response = asRecord(line.response)
  const body = asRecord(response.body)
  const sent = asRecord(asRecord(request).body)
  const failure = asRecord(line.error ?? body.error)
  const status = asCount(response.status_code)
  const isFailed = Object.keys(failure).length > 0 || (status !== undefined && status >= 400)
  const code = toIdentifier(asId(failure.code) ?? asText(failure.type), 500)
  const isExpired = code === 'batch_expired' || code === 'batch_cancelled'
  return toRun({
    id: asText(line.id) ?? asText(body.id) ?? key,
    chain: options.chain ?? 'openai-batch',
    version: options.version,
    provider: 'openai',
    scenario: key,
    sent,
    status: isExpired ? 'cancelled' : isFailed ? 'failed' : 'completed',
    answer: body,
    error: isFailed
      ? {
          message: errorText(asText(failure.message) ?? `the answer has the status ${status}`),
          ...(code !== undefined && { code }),
          ...(status !== undefined && status >= 400 && status <= 599 && { httpStatus: status }),
        }
      : undefined,
    startedAt: toTime(body.created ?? body.created_at),
    metadata: { source: 'openai-batch', requestId: response.request_id, url: asRecord(request).url },
  })
}

/** Imports one line of the results of Anthropic's message batches. */
export function anthropicBatch(record: unknown, options: ImportOptions = {}, request?: unknown): Imported {
  const line = asRecord(record)
  const key = batchKey(record)
  if (key === undefined) return cannotImport('custom_id: needed to name the run')
  if (!isRecord(line.result)) return cannotImport(NO_ANSWER, key)
  const { type, message, error } = line.result
  const answer = asRecord(message)
  const sent = asRecord(asRecord(request).params)
  const failure = asRecord(asRecord(error).error ?? error)
  const failed = toIdentifier(asText(failure.type), 500)
  return toRun({
    id: asText(answer.id) ?? key,
    chain: options.chain ?? 'anthropic-batch',
    version: options.version,
    provider: 'anthropic',
    scenario: key,
    sent,
    status: type === 'succeeded' ? 'completed' : type === 'errored' ? 'failed' : 'cancelled',
    answer,
    error:
      type === 'errored'
        ? {
            message: errorText(asText(failure.message) ?? 'the request failed'),
            ...(failed !== undefined && { type: failed }),
          }
        : undefined,
    startedAt: undefined,
    metadata: { source: 'anthropic-batch', result: type, stopReason: answer.stop_reason },
  })
}

const NO_ANSWER = 'this is a request without its answer: import the file of the answers, and give this one by --with'

type Line = Pick<RunBody, 'id' | 'chain' | 'version' | 'scenario'> & {
  status: 'completed' | 'failed' | 'cancelled'
  provider: string
  sent: Json
  answer: Json
  error: Exclude<RunBody['error'], string | null | undefined> | undefined
  startedAt: string | undefined
  metadata: Json
}

/** A run of one step, the model's answer. */
function toRun({ id, chain, version, scenario, status, provider, sent, answer, error, ...line }: Line): Imported {
  const model = toIdentifier(asText(answer.model) ?? asText(sent.model), 500)
  const { inputTokens, outputTokens, totalTokens } = reportedUsage(answer)
  const request = requestIn(sent)
  const outcome = {
    status,
    output: answerText(answer),
    error,
    tokens: asTokens({ input: inputTokens, output: outputTokens, total: totalTokens }),
  }
  return {
    ok: true,
    run: {
      id: wholeIdentifier(id, 200) ?? id,
      chain: wholeIdentifier(chain, 200) ?? chain,
      version: wholeIdentifier(version ?? model, 100),
      scenario: wholeIdentifier(scenario, 200),
      ...(request !== undefined && { request }),
      ...outcome,
      ...line,
      nodes: [
        {
          id: 'answer',
          name: model ?? 'model',
          type: 'llm',
          model,
          provider,
          toolCalls: toolCallsIn(answer),
          ...outcome,
        },
      ],
    },
  }
}

/** The messages or the prompt that a request sends, beside its instructions if it has any. */
function requestIn(sent: Json): unknown {
  const messages = sent.messages ?? sent.input ?? sent.prompt
  const system = sent.system ?? sent.instructions
  return messages === undefined || system === undefined ? messages : { system, messages }
}

function toolCallsIn(answer: Json) {
  const calls = findToolCalls(answer).map(({ id, name, arguments: args }) => ({
    id: toIdentifier(id, 500),
    name: toIdentifier(name, 500) ?? 'unnamed',
    arguments: args,
  }))
  return calls.length === 0 ? undefined : calls.slice(0, 2000)
}
