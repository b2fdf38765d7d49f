import type { Span } from '@/lib/contracts/otlp'
import { compareNano } from './span-time'

/** `runInput` allows no more for one node. */
const MAX_DEPENDENCIES = 1000

type Children = ReadonlyMap<string, readonly Span[]>

/**
 * What each span of a run waited for, by span id. A span is complete when its children are, so it depends on them: an
 * error that travels up from a tool to its agent is then the tool's, and inherited above. What began after a sibling had
 * ended waited for it, and so did whatever it began with. Only the last to be waited for are named: what these waited for
 * themselves is not repeated.
 * @param nodes level by level, each level in time order
 */
export function dependenciesOf(nodes: readonly Span[], childrenOf: Children): ReadonlyMap<string, readonly string[]> {
  const ids = new Set(nodes.map((node) => node.spanId))
  const kept = new Map([...childrenOf].map(([id, children]) => [id, children.filter((child) => ids.has(child.spanId))]))
  const awaited = awaitedSiblings(kept)
  const started = new Map<string, readonly string[]>()
  const dependencies = new Map<string, readonly string[]>()
  for (const { spanId, parentSpanId } of nodes) {
    const own = awaited.get(spanId) ?? []
    const beforeStart = own.length > 0 ? own : (started.get(parentSpanId ?? '') ?? [])
    started.set(spanId, beforeStart)
    const children = kept.get(spanId) ?? []
    const awaitedByChild = new Set(children.flatMap((child) => awaited.get(child.spanId) ?? []))
    const last = children.map((child) => child.spanId).filter((id) => !awaitedByChild.has(id))
    dependencies.set(spanId, (last.length > 0 ? last : beforeStart).slice(0, MAX_DEPENDENCIES))
  }
  return dependencies
}

function awaitedSiblings(childrenOf: Children): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...childrenOf.values()].flatMap((siblings) =>
      siblings.map(
        (sibling, index) => [sibling.spanId, lastFinishedBefore(sibling, siblings.slice(0, index))] as const,
      ),
    ),
  )
}

/** Of the earlier siblings that had ended when this one began, those that no other of them waited for. */
function lastFinishedBefore(span: Span, earlier: readonly Span[]): string[] {
  const finished = earlier.filter((other) => precedes(other, span))
  const lastStarted = finished.at(-1)
  return finished
    .filter((other) => other === lastStarted || (lastStarted !== undefined && !precedes(other, lastStarted)))
    .map((other) => other.spanId)
}

function precedes(a: Span, b: Span): boolean {
  return a.endNano !== null && b.startNano !== null && compareNano(a.endNano, b.startNano) <= 0
}
