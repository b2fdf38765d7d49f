import { isRecord } from '@/lib/contracts/is-record'
import type { VersionDetail } from '@/lib/contracts/versions'

/** A version as it is being written: any JSON object, checked where it is sent. */
export type Draft = Readonly<Record<string, unknown>>

/** A first draft of a chain's next version: as the last one, which it may have, without its secrets. */
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

/** Header values are not known any more, so they have to be given again. */
function withoutHeaders(executor: NonNullable<VersionDetail['executor']>): object {
  if (executor.kind === 'local') return executor
  const { kind, url, timeoutSeconds } = executor
  return { kind, url, timeoutSeconds }
}

/** The patch after this version; 1.0.0 after what is no semantic version. */
export function nextVersion(version: string): string {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []
  return patch === undefined ? '1.0.0' : `${major}.${minor}.${Number(patch) + 1}`
}

/** A draft from text, or what is wrong with the text. */
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

/** A draft with one field set, or taken out where the value is undefined. */
export function withField(draft: Draft, field: string, value: unknown): Draft {
  const { [field]: _, ...rest } = draft
  return value === undefined ? rest : { ...rest, [field]: value }
}

/** The text at a place in a draft; empty where there is none. */
export function textAt(draft: Draft, ...path: string[]): string {
  const found = path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), draft)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}
