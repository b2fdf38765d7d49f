import { isRecord } from '@/lib/contracts/is-record'

const FENCE = '```'

/** The JSON object that a whole answer is, in a code fence or not; undefined for anything else. */
export function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  const body = withoutFence(text.trim())
  if (!body.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function withoutFence(text: string): string {
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE)) return text
  const inside = text.slice(FENCE.length, -FENCE.length)
  return inside.slice(inside.indexOf('{')).trim()
}
