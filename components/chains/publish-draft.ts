import { isRecord } from '@/lib/contracts/is-record'
import type { VersionDetail } from '@/lib/contracts/versions'

/** A version being edited: any JSON object; the server validates it. */
export type Draft = Readonly<Record<string, unknown>>

/** Returns a draft of a chain's next version, copied from the last one, if any, without its secrets. */
export function firstDraft(last: VersionDetail | null): Draft {
  if (!last) return { version: '1.0.0' }
  const { contract, criteria, graph, scenarios, executor } = last
  return {
    version: nextVersion(last.version),
    ...(contract && { contract }),
    ...(criteria && { criteria }),
    ...(graph && { graph }),
    ...(scenarios.length > 0 && { scenarios }),
    ...(executor && { executor: withoutHeaders(executor) }),
  }
}

/** Header values, and the address for all but admins, are not returned by the API, so they have to be entered again. */
function withoutHeaders(executor: NonNullable<VersionDetail['executor']>): object {
  if (executor.kind === 'local') return executor
  const { kind, url, timeoutSeconds } = executor
  return { kind, ...(url !== null && { url }), timeoutSeconds }
}

/** Returns the next version: its last number one higher. 1.0.0 after a name, and none after a date, whose next nobody knows. */
export function nextVersion(version: string): string {
  if (/^\d{4}-\d/.test(version)) return ''
  const [, before = '', last] = /^(v?(?:\d+\.)*)(\d+)/i.exec(version) ?? []
  return last === undefined ? '1.0.0' : `${before}${BigInt(last) + 1n}`
}

export const toText = (draft: Draft) => JSON.stringify(draft, null, 2)

/** Returns the text of a draft as it may be kept while it is unsent: without header values, which are secrets. */
export function keepableText(text: string): string {
  const read = readDraft(text)
  if ('problem' in read) return text.includes('headers') ? '' : text
  const { executor } = read.draft
  if (!isRecord(executor) || !('headers' in executor)) return text
  const { headers: _, ...rest } = executor
  return toText(withField(read.draft, 'executor', rest))
}

/** Parses a draft from JSON text; `problem` explains why it is invalid. */
export function readDraft(text: string): { draft: Draft } | { problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { problem: `Not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}` }
  }
  if (isRecord(value)) return { draft: value }
  return { problem: 'A version is a JSON object.' }
}

/** Returns the draft with a field set, or removed if the value is undefined. */
export function withField(draft: Draft, field: string, value: unknown): Draft {
  const { [field]: _, ...rest } = draft
  return value === undefined ? rest : { ...rest, [field]: value }
}

/** Returns the text or number at a path of a draft as text; empty if there is none. */
export function textAt(draft: Draft, ...path: string[]): string {
  const found = path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), draft)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}
