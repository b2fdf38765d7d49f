import { isRecord } from '@/lib/contracts/is-record'

/**
 * Returns a message in LangChain's own serialisation, `{ lc, id: [..., "AIMessage"], kwargs }`, as a plain one, whose `type` says who it is
 * from: `ai`, `human`, `tool`, `system`. Any other as it is.
 */
export function plainMessage(value: Record<string, unknown>): Record<string, unknown> {
  const { lc, id, kwargs } = value
  if (lc === undefined || !isRecord(kwargs)) return value
  const named = Array.isArray(id) ? id.at(-1) : undefined
  const type = (typeof named === 'string' ? named : '').replace(/Message(?:Chunk)?$/, '').toLowerCase()
  return { type, ...kwargs }
}
