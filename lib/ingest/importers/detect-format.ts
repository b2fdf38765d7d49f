import { isRecord } from '@/lib/contracts/is-record'
import type { RunBody } from '@/lib/contracts/run-input'

export const importFormats = [
  'tau-bench',
  'inspect',
  'who-when',
  'promptfoo',
  'langfuse',
  'phoenix',
  'langsmith',
  'braintrust',
  'otlp',
  'openai-batch',
  'anthropic-batch',
  'map',
  'jsonl',
] as const
export type ImportFormat = (typeof importFormats)[number]

// Ordered from the most to the least specific.
const SIGNS: readonly (readonly [ImportFormat, readonly string[]])[] = [
  ['otlp', ['resourceSpans']],
  ['otlp', ['resource_spans']],
  ['inspect', ['eval', 'version', 'status']],
  ['who-when', ['history', 'question']],
  ['who-when', ['history', 'mistake_agent']],
  ['promptfoo', ['evalId', 'results']],
  ['promptfoo', ['promptIdx', 'testIdx']],
  ['phoenix', ['span_kind', 'parent_id']],
  ['langsmith', ['run_type', 'dotted_order']],
  ['langsmith', ['run_type', 'parent_run_id']],
  ['braintrust', ['root_span_id', 'span_attributes']],
  ['langfuse', ['parentObservationId']],
  ['langfuse', ['parent_observation_id']],
  ['langfuse', ['bookmarked', 'release']],
  ['langfuse', ['sessionId', 'release', 'timestamp']],
  ['langfuse', ['trace', 'observations']],
  ['anthropic-batch', ['custom_id', 'result']],
  ['anthropic-batch', ['custom_id', 'params']],
  ['openai-batch', ['custom_id', 'response']],
  ['openai-batch', ['custom_id', 'body']],
  ['tau-bench', ['task_id', 'reward']],
  ['jsonl', ['chain', 'id']],
]

/**
 * Detects the format of a file by its name and its first kilobytes; null if it is uncertain. One without
 * records has ours. A long first record may be cut, so each format
 * is identified by a few keys that no other has.
 */
export function detectFormat(fileName: string, head: string): ImportFormat | null {
  if (/\.eval$/i.test(fileName) || head.startsWith('PK\u0003\u0004')) return 'inspect'
  if (/^\uFEFF?\s*(\[\s*\]\s*)?$/.test(head)) return 'jsonl'
  const first = firstRecord(head)
  // Checked before the signs, because the content of a run may contain any of them.
  if (first && typeof first.id === 'string' && typeof first.chain === 'string') return 'jsonl'
  const found = SIGNS.find(([, keys]) => keys.every((key) => new RegExp(`"${key}"\\s*:`).test(head)))
  return found?.[0] ?? null
}

/** Parses the first line, if it is a complete record. */
function firstRecord(head: string): Record<string, unknown> | undefined {
  try {
    const [line = ''] = head.replace(/^\uFEFF/, '').split('\n', 1)
    const record: unknown = JSON.parse(line)
    return isRecord(record) ? record : undefined
  } catch {
    return undefined
  }
}

/** The result of importing one record: a run, or the reason why there is none. */
export type Imported<Run = RunBody> = { ok: true; run: Run } | { ok: false; id: string | null; reason: string }

/** Values that the file lacks and the importer may set. */
export type ImportOptions = { chain?: string | undefined; version?: string | undefined }

/** The result for a record that becomes no run; `id` is null if it cannot be told. */
export function cannotImport(
  reason: string,
  id: string | null = null,
): { ok: false; id: string | null; reason: string } {
  return { ok: false, id, reason }
}

/** Passes through a run in our own format. The server validates it. */
export function plainRun(record: unknown, options: ImportOptions = {}): Imported<Record<string, unknown>> {
  if (!isRecord(record)) return cannotImport('not an object')
  const { chain = record.chain, version = record.version } = options
  return {
    ok: true,
    run: { ...record, ...(chain !== undefined && { chain }), ...(version !== undefined && { version }) },
  }
}

const ENVELOPES = ['runs', 'data', 'traces', 'spans', 'records'] as const

/**
 * Returns the records of a JSON document: a list, a list in an envelope such as `{ "runs": [...] }` or under whatever single name, or a single
 * record.
 */
export function recordsOf(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document.flatMap((item) => (isEnvelope(item) ? recordsOf(item) : [item]))
  if (!isRecord(document)) return [document]
  const list = ENVELOPES.map((name) => document[name]).find((value) => Array.isArray(value)) ?? onlyList(document)
  return list === undefined ? [document] : recordsOf(list)
}

/** The list that is all an object has, unless it is a conversation, which is a record of its own. */
function onlyList(document: Record<string, unknown>): unknown[] | undefined {
  const [value, ...others] = Object.values(document)
  if (others.length > 0 || !Array.isArray(value) || value.length === 0) return undefined
  return value.every((item) => isRecord(item) && !('role' in item)) ? value : undefined
}

/** Phoenix exports a list of traces with their spans. */
const isEnvelope = (item: unknown) => isRecord(item) && Array.isArray(item.spans) && 'traceId' in item
