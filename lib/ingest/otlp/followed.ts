import { isRecord } from '@/lib/contracts/is-record'
import { callKey, findToolCalls } from '../messages'
import type { ReadSpan } from './span-facts'

/** By span id: the spans that it is known to have followed. */
export type Followed = ReadonlyMap<string, Iterable<string>>
/**
 * By span id: the key of those that ran side by side, and one that they all followed. They are the tools that one answer asked for, and the
 * nodes of one step of LangGraph.
 */
export type Batches = ReadonlyMap<string, { key: string; after: string | undefined }>

const MAX_DEPTH = 16
/** A request repeats all earlier calls; the last ones followed the others. */
const LAST_CALLS = 20
/** Keeps the orders few between steps of many nodes; the clock knows the others. */
const LAST_NODES = 20

/**
 * Returns the order that spans state themselves, independent of the clock: a span followed those it links to, a tool the model that called
 * it, a model the calls whose results it received, and a node of LangGraph those of the step before. `asked`: the places of tools in the
 * order in which models asked for them.
 * @param stepOf the step that each folded span went into
 * @param calledIn the model requests that tools were drawn inside of
 */
export function followedOf(
  steps: readonly ReadSpan[],
  stepOf: ReadonlyMap<string, string>,
  calledIn: ReadonlyMap<string, string>,
): { followed: Followed; batches: Batches; asked: ReadonlyMap<string, number> } {
  const followed = new Map<string, Set<string>>()
  const add = (later: string, earlier: string | undefined) => {
    if (earlier === undefined || earlier === later) return
    followed.set(later, (followed.get(later) ?? new Set()).add(earlier))
  }
  for (const { span } of steps)
    for (const link of span.links)
      if (link.traceId === span.traceId) add(span.spanId, stepOf.get(link.spanId) ?? link.spanId)

  const batches = new Map<string, { key: string; after: string | undefined }>()
  for (const [earlier, nodes] of graphSteps(steps))
    for (const node of nodes) {
      for (const one of earlier.slice(-LAST_NODES)) add(node, one)
      batches.set(node, { key: `step of ${nodes[0]}`, after: earlier.at(-1) })
    }

  const { askerOf, toolOf } = matchCalls(steps)
  const askedBy = new Map([...calledIn].map(([tool, asker]) => [tool, stepOf.get(asker) ?? asker]))
  for (const [tool, asker] of askedBy) add(tool, asker)
  for (const [id, tool] of toolOf) {
    const asker = askerOf.get(id)
    add(tool, asker)
    if (asker !== undefined) askedBy.set(tool, asker)
  }
  for (const [tool, asker] of askedBy) batches.set(tool, { key: asker, after: asker })
  const asked = new Map([...askerOf.keys()].map((id, place) => [toolOf.get(id) ?? '', place]))
  const ids = new Set([...askerOf.keys(), ...toolOf.keys()])
  if (ids.size === 0) return { followed, batches, asked }
  for (const { span, facts } of steps) {
    if (facts.kind !== 'llm') continue
    for (const id of [...idsIn(facts.input, ids)].slice(-LAST_CALLS)) {
      add(span.spanId, toolOf.get(id))
      add(span.spanId, askerOf.get(id))
    }
  }
  return { followed, batches, asked }
}

/** Returns the nodes of each step of each graph, with those of the step before. */
function graphSteps(steps: readonly ReadSpan[]): (readonly [earlier: readonly string[], nodes: readonly string[]])[] {
  const nodes = steps.filter(({ facts }) => facts.graphStep !== undefined)
  return [...Map.groupBy(nodes, ({ span }) => span.parentSpanId).values()].flatMap((siblings) => {
    const inTurn = [...Map.groupBy(siblings, ({ facts }) => facts.graphStep ?? 0)].sort(([a], [b]) => a - b)
    const ids = inTurn.map(([, together]) => together.map(({ span }) => span.spanId))
    return ids.map((together, place) => [ids[place - 1] ?? [], together] as const)
  })
}

/** By call id: the only model that requested it, and the only tool that executed it. */
function matchCalls(steps: readonly ReadSpan[]) {
  const askerOf = new Map<string, string>()
  const unnamed = new Map<string, string[]>()
  for (const { span, facts } of steps) {
    if (facts.kind !== 'llm') continue
    for (const call of findToolCalls(facts.outputMessages ?? facts.output)) {
      const id = call.id ?? callKey(call)
      if (!askerOf.has(id)) askerOf.set(id, span.spanId)
      const key = callKey({ name: call.name, arguments: call.arguments })
      unnamed.set(key, [...new Set([...(unnamed.get(key) ?? []), id])])
    }
  }
  const toolOf = new Map<string, string>()
  for (const { span, facts } of steps) {
    if (facts.kind !== 'tool') continue
    const key = callKey({ name: facts.toolName ?? span.name, arguments: facts.toolArguments ?? facts.input })
    const [asked, ...more] = unnamed.get(key) ?? []
    // A framework may give an id to a call that the model's answer has none for.
    const isAsked = facts.toolCallId !== undefined && askerOf.has(facts.toolCallId)
    for (const id of [facts.toolCallId, isAsked || more.length > 0 ? undefined : asked])
      if (id !== undefined && !toolOf.has(id)) toolOf.set(id, span.spanId)
  }
  return { askerOf, toolOf }
}

/** Returns which of these ids occur as text in the value. */
function idsIn(value: unknown, ids: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  const walk = (item: unknown, depth: number) => {
    if (typeof item === 'string') {
      if (ids.has(item)) found.add(item)
    } else if (depth < MAX_DEPTH && Array.isArray(item)) for (const one of item) walk(one, depth + 1)
    else if (depth < MAX_DEPTH && isRecord(item)) for (const one of Object.values(item)) walk(one, depth + 1)
  }
  walk(value, 0)
  return found
}
