import { callKey, type FoundCall, findToolCalls } from '@/lib/ingest/messages/find-tool-calls'
import type { ReadSpan } from './span-facts'

/**
 * The tool calls that models asked for and no span of the trace carried out, by the id of the model's span: without them
 * a trace that records model requests alone would seem to have used no tools. A call counts as carried out when a tool
 * span has its id, or its name where ids are not told on both sides.
 */
export function callsWithoutSpan(
  spans: readonly ReadSpan[],
  parentOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly FoundCall[]> {
  const tools = spans.filter(({ facts }) => facts.kind === 'tool')
  const ids = new Set(tools.map(({ facts }) => facts.toolCallId))
  const names = new Set(tools.map(({ facts, span }) => facts.toolName ?? span.name))
  const namesWithoutId = new Set(
    tools.filter(({ facts }) => facts.toolCallId === undefined).map(({ facts, span }) => facts.toolName ?? span.name),
  )
  const isCarriedOut = (call: FoundCall) =>
    call.id === undefined ? names.has(call.name) : ids.has(call.id) || namesWithoutId.has(call.name)

  const told = new Set<string>()
  const keysOf = new Map<string, Set<string>>()
  const calls = new Map<string, FoundCall[]>()
  for (const { span, facts } of spans) {
    if (facts.kind !== 'llm') continue
    const above = ancestorsOf(span.spanId, parentOf).map((id) => keysOf.get(id))
    const found = findToolCalls(facts.outputMessages ?? facts.output)
    keysOf.set(span.spanId, new Set(found.map(callKey)))
    const fresh = found.filter((call) => {
      const key = callKey(call)
      return !isCarriedOut(call) && !(call.id !== undefined && told.has(key)) && !above.some((keys) => keys?.has(key))
    })
    for (const call of fresh) told.add(callKey(call))
    if (fresh.length > 0) calls.set(span.spanId, fresh)
  }
  return calls
}

function ancestorsOf(id: string, parentOf: ReadonlyMap<string, string>): string[] {
  const ancestors: string[] = []
  for (let at = parentOf.get(id); at !== undefined; at = parentOf.get(at)) ancestors.push(at)
  return ancestors
}
