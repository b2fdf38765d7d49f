import { isRecord } from '@/lib/contracts/is-record'
import { isPrintable } from '@/lib/contracts/printable'
import type { RunBody } from '@/lib/contracts/run-input'
import { asCount, asId, asNonNegative, asNumber, asRecord, asText, asTokens, errorText } from '../json'
import { cannotImport, type Imported, type ImportOptions } from './detect-format'
import { toTime } from './wire'

/** The path in the record of each field of a run, like `response.choices[0].text`. */
export type FieldMap = Partial<Record<MappedField, string>>

/** The mappable fields with the names a record may use for them, the likeliest first. */
const NAMES = {
  id: ['id', 'run_id', 'runId', 'uuid', 'trace_id', 'traceId', 'request_id', 'requestId', 'call_id', '_id', 'key'],
  chain: ['chain', 'agent', 'agent_name', 'workflow', 'pipeline', 'app', 'application', 'task_name', 'project', 'name'],
  version: ['version', 'chain_version', 'agent_version', 'release', 'model', 'model_name', 'sample.model'],
  scenario: ['scenario', 'test_case', 'test_id', 'task_id', 'example_id', 'dataset_item_id', 'case'],
  execution: ['execution', 'execution_id', 'session_id', 'sessionId', 'thread_id', 'conversation_id'],
  attempt: ['attempt', 'retry', 'iteration'],
  status: ['status', 'state'],
  request: [
    'request',
    'input',
    'inputs',
    'prompt',
    'question',
    'query',
    'messages',
    'user_input',
    'instruction',
    'sample.input',
  ],
  output: [
    'output',
    'outputs',
    'response',
    'answer',
    'completion',
    'prediction',
    'generated_text',
    'reply',
    'final_answer',
    'model_output',
    'result',
    'text',
    'sample.output',
  ],
  error: ['error', 'error_message', 'exception', 'failure', 'sample.error'],
  startedAt: [
    'startedAt',
    'started_at',
    'start_time',
    'startTime',
    'timestamp',
    'created_at',
    'createdAt',
    'created',
    'time',
  ],
  endedAt: ['endedAt', 'ended_at', 'end_time', 'endTime', 'finished_at', 'completed_at'],
  durationMs: [
    'durationMs',
    'duration_ms',
    'latency_ms',
    'latencyMs',
    'elapsed_ms',
    'execution_time_ms',
    'took_ms',
    'ms',
  ],
  costUsd: ['costUsd', 'cost_usd', 'total_cost', 'cost', 'price'],
  'tokens.input': [
    'usage.input_tokens',
    'usage.prompt_tokens',
    'input_tokens',
    'prompt_tokens',
    'tokens.input',
    'tokens_in',
    'sample.usage.prompt_tokens',
  ],
  'tokens.output': [
    'usage.output_tokens',
    'usage.completion_tokens',
    'output_tokens',
    'completion_tokens',
    'tokens.output',
    'tokens_out',
    'sample.usage.completion_tokens',
  ],
  'tokens.total': ['usage.total_tokens', 'total_tokens', 'tokens.total', 'tokens_used', 'tokens'],
  'signals.self': ['self_score', 'confidence', 'self_confidence'],
  'signals.peer': ['judge_score', 'grade', 'score', 'rating', 'eval_score'],
  'signals.downstream': ['success', 'passed', 'pass', 'correct', 'is_correct', 'reward', 'resolved', 'thumbs_up'],
} as const satisfies Record<string, readonly string[]>

export type MappedField = keyof typeof NAMES

export const mappedFields = Object.keys(NAMES).filter((field): field is MappedField => field in NAMES)

/**
 * Guesses the field map of a record; fields without a match are left out.
 * @param known what earlier records are read by: a field keeps its path, and one that they lack, such as an error, is added
 */
export function guessMap(record: unknown, known: FieldMap = {}): FieldMap {
  const taken = new Set<string>(Object.values(known))
  const map: FieldMap = { ...known }
  for (const field of mappedFields) {
    if (map[field] !== undefined) continue
    const path = NAMES[field].find((name) => !taken.has(name) && fits(field, valueAt(record, name)))
    if (path === undefined) continue
    taken.add(path)
    map[field] = path
  }
  return map
}

/** Converts a record to a run by a field map; whatever is not mapped, or cannot be read as its field, is kept in the run's metadata. */
export function mappedRun(record: unknown, map: FieldMap, options: ImportOptions = {}): Imported {
  if (!isRecord(record)) return cannotImport('not an object')
  const at = (field: MappedField) => {
    const path = map[field]
    return path ? valueAt(record, path) : undefined
  }
  const named = (field: MappedField) => (fits(field, at(field)) ? asId(at(field)) : undefined)
  const id = asId(at('id'))
  const chain = options.chain ?? asId(at('chain'))
  if (id === undefined) return cannotImport(`id: needed to name the run${mappingHint(map.id)}`)
  if (chain === undefined)
    return cannotImport(`chain: needed to file the run${mappingHint(map.chain)}; or say --chain`, id)
  const version = options.version ?? named('version')
  const error = toError(at('error'))
  const status = toStatus(at('status')) ?? (error ? 'failed' : undefined)
  const attempt = asCount(at('attempt'))
  const [startedAt, endedAt] = [toTime(at('startedAt')), toTime(at('endedAt'))]
  const endsFirst = startedAt !== undefined && endedAt !== undefined && endedAt < startedAt
  const read = { ...map, ...overruled(options), ...(endsFirst && { endedAt: '' }) }
  return {
    ok: true,
    run: {
      id,
      chain,
      ...(version !== undefined && { version }),
      ...optional('scenario', named('scenario')),
      ...optional('execution', named('execution')),
      ...(fits('attempt', attempt) && { attempt }),
      ...optional('status', status),
      ...optional('request', at('request')),
      ...optional('output', at('output')),
      ...optional('error', error),
      ...optional('startedAt', startedAt),
      ...(!endsFirst && optional('endedAt', endedAt)),
      ...optional('durationMs', asNonNegative(at('durationMs'))),
      ...optional('costUsd', asNonNegative(at('costUsd'))),
      ...optional(
        'tokens',
        asTokens({ input: at('tokens.input'), output: at('tokens.output'), total: at('tokens.total') }),
      ),
      signals: signalsOf(at),
      metadata: { source: 'map', ...unmapped(record, read) },
    },
  }
}

const mappingHint = (path: string | undefined) =>
  !path ? ', and no field is mapped to it' : `, and nothing is at ${path}`

function optional<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]?: V })
}

/** Returns the value at a path of names and indexes (`a.b[0].c`), or of a name that contains dots. */
export function valueAt(record: unknown, path: string): unknown {
  let value = record
  for (const step of stepsOf(record, path))
    value = isRecord(value) ? value[step] : Array.isArray(value) ? value[Number(step)] : undefined
  return value
}

function stepsOf(record: unknown, path: string): string[] {
  if (isRecord(record) && path in record) return [path]
  return path.split(/\.|\[(\d+)\]/).filter((step) => step !== undefined && step !== '')
}

/** Fields that the options override; the record's own values are kept in the metadata. */
function overruled({ chain, version }: ImportOptions): FieldMap {
  return { ...(chain !== undefined && { chain: '' }), ...(version !== undefined && { version: '' }) }
}

/** Returns the record without the values that the map puts into the run. */
export function unmapped(record: Record<string, unknown>, map: FieldMap): Record<string, unknown> {
  const read = mappedFields.flatMap((field) => {
    const path = map[field]
    const value = path ? valueAt(record, path) : undefined
    return path && (isNothing(value) || fits(field, value)) ? [stepsOf(record, path)] : []
  })
  return asRecord(without(record, read))
}

/** Returns the value without these paths and without containers they leave empty; undefined when nothing is left. */
function without(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.length === 0) return value
  if (paths.some((path) => path.length === 0)) return undefined
  const kept = (inner: unknown, step: string) =>
    without(
      inner,
      paths.filter(([first]) => first === step).map(([, ...rest]) => rest),
    )
  if (Array.isArray(value)) {
    const items = value.map((item, index) => kept(item, String(index))).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, kept(inner, key)] as const)
    .filter(([, inner]) => inner !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

function fits(field: MappedField, value: unknown): boolean {
  if (isNothing(value)) return false
  if (field === 'startedAt' || field === 'endedAt') return toTime(value) !== undefined
  if (field === 'status') return toStatus(value) !== undefined
  if (field.startsWith('signals.')) return toSignal(field, value) !== undefined
  if (field === 'attempt') return (asCount(value) ?? 0) >= 1
  if (field.startsWith('tokens.')) return asCount(value) !== undefined
  if (field === 'durationMs' || field === 'costUsd') return asNonNegative(value) !== undefined
  if (field === 'request' || field === 'output') return true
  if (field === 'error') return toError(value) !== undefined
  const text = asId(value)
  return text !== undefined && isPrintable(text) && text.length <= (field === 'version' ? 100 : 200)
}

const STATUSES: Readonly<Record<string, NonNullable<RunBody['status']>>> = {
  completed: 'completed',
  complete: 'completed',
  success: 'completed',
  succeeded: 'completed',
  ok: 'completed',
  done: 'completed',
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  errored: 'failed',
  timeout: 'failed',
  timed_out: 'failed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  aborted: 'cancelled',
}

function toStatus(value: unknown): RunBody['status'] {
  return typeof value === 'string' ? STATUSES[value.toLowerCase()] : undefined
}

function toError(value: unknown): { message: string } | undefined {
  const message = asText(value) ?? (isRecord(value) ? (asText(value.message) ?? JSON.stringify(value)) : undefined)
  return message === undefined ? undefined : { message: errorText(message) }
}

function signalsOf(at: (field: MappedField) => unknown) {
  const self = toSignal('signals.self', at('signals.self'))
  const peer = toSignal('signals.peer', at('signals.peer'))
  const downstream = toSignal('signals.downstream', at('signals.downstream'))
  return [
    ...(typeof self === 'number' ? [{ evaluator: 'self' as const, value: self }] : []),
    ...(typeof peer === 'number' ? [{ evaluator: 'peer' as const, value: peer }] : []),
    ...(downstream === undefined ? [] : [{ evaluator: 'downstream' as const, value: downstream }]),
  ]
}

/** Converts to a number from 0 to 1; for the downstream signal also a boolean. */
function toSignal(field: string, value: unknown): number | boolean | undefined {
  if (typeof value === 'boolean') return field === 'signals.downstream' ? value : Number(value)
  const number = asNumber(value)
  return number !== undefined && number >= 0 && number <= 1 ? number : undefined
}
