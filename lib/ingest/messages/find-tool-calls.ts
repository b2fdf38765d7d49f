import { isRecord } from '@/lib/contracts/is-record'
import { parseEmbedded } from '@/lib/ingest/json/embedded'
import { asId, asText } from '@/lib/ingest/json/fields'

export type FoundCall = { id?: string | undefined; name: string; arguments?: unknown }

const MAX_DEPTH = 10

/**
 * The tool calls that a model's answer asks for, in the shapes of the well-known APIs. The same call told twice (by id,
 * or by name and arguments where there is no id) is one.
 */
export function findToolCalls(answer: unknown): FoundCall[] {
  const found = new Map<string, FoundCall>()
  collect(answer, found, 0)
  return [...found.values()]
}

export function callKey(call: FoundCall): string {
  return call.id ?? JSON.stringify([call.name, call.arguments ?? null])
}

function collect(value: unknown, found: Map<string, FoundCall>, depth: number): void {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return
  const call = isRecord(value) ? readCall(value) : undefined
  if (call === undefined) {
    for (const inner of Object.values(value)) collect(inner, found, depth + 1)
  } else if (!found.has(callKey(call))) found.set(callKey(call), call)
}

function readCall(value: Record<string, unknown>): FoundCall | undefined {
  // Chat completions: { id, function: { name, arguments } }; the same without an id from OpenInference.
  if (isRecord(value.function) && 'name' in value.function && !('parameters' in value.function))
    return call(value.id, value.function.name, value.function.arguments)
  // Gemini: { function_call: { id?, name, args } }.
  const gemini = value.function_call ?? value.functionCall
  if (isRecord(gemini)) return call(gemini.id, gemini.name, gemini.args ?? gemini.arguments)
  // Vercel AI SDK: { toolCallId, toolName, input }. A result of the same call has `output` or `result`.
  if ('toolCallId' in value && 'toolName' in value && !('result' in value) && !('output' in value))
    return call(value.toolCallId, value.toolName, value.input ?? value.args)
  switch (value.type) {
    case 'function_call':
      return call(value.call_id ?? value.id, value.name, value.arguments)
    case 'tool_use':
      return call(value.id, value.name, value.input)
    case 'tool_call':
      return call(value.id, value.name, value.arguments ?? value.args)
    default:
      return undefined
  }
}

function call(id: unknown, name: unknown, args: unknown): FoundCall | undefined {
  const text = asText(name)
  return text === undefined ? undefined : { id: asId(id), name: text, arguments: parseEmbedded(args) }
}
