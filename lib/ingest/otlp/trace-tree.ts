import type { Span } from '@/lib/contracts/otlp'
import { byStart, compareNano } from './wire-span'

/** A root with everything below it, each level in time order. `hasRoot` is false when the parent of `root` was not sent. */
export type SpanTree = { root: Span; hasRoot: boolean; childrenOf: ReadonlyMap<string, readonly Span[]> }

/**
 * Splits the spans of one trace into trees, one for each span without a parent. A span whose parent was not sent joins the
 * earliest tree; where no span is without a parent, the missing parent leads them, or the only one that lacks its own. So the
 * number of trees only grows as spans arrive. Spans whose parents form a circle are in no tree: `lost` counts them.
 */
export function growTrees(trace: readonly Span[]): { trees: SpanTree[]; lost: number } {
  const spans = [...trace].sort(byStart)
  const ids = new Set(spans.map((span) => span.spanId))
  const roots = spans.filter((span) => span.parentSpanId === null)
  const orphans = spans.filter((span) => span.parentSpanId !== null && !ids.has(span.parentSpanId))
  const leader = roots[0] ?? (orphans.length > 1 ? standIn(orphans) : orphans[0])
  if (leader === undefined) return { trees: [], lost: spans.length }
  const childrenOf = Map.groupBy(
    spans.filter((span) => span !== leader && span.parentSpanId !== null),
    (span) => (span.parentSpanId !== null && ids.has(span.parentSpanId) ? span.parentSpanId : leader.spanId),
  )
  const trees = (roots.length > 0 ? roots : [leader]).map((root) => ({ root, hasRoot: roots.length > 0, childrenOf }))
  const reached = trees.reduce(
    (count, tree) => count + (ids.has(tree.root.spanId) ? 1 : 0) + spansBelow(tree).length,
    0,
  )
  return { trees, lost: spans.length - reached }
}

/** What is known of the parent that was not sent: what it began with, how long it lasted at least, and how it ended as far as is known. */
function standIn(orphans: readonly Span[]): Span | undefined {
  const [first] = orphans
  const last = orphans.toSorted((a, b) => compareNano(a.endNano, b.endNano)).at(-1)
  if (!first?.parentSpanId || !last) return first
  const { parentSpanId: spanId } = first
  const status = last.status.code === 'error' ? last.status : { code: 'unset' as const, message: null }
  return { ...first, spanId, parentSpanId: null, endNano: last.endNano, status, attributes: {}, events: [] }
}

/** All spans below the root, level by level. */
export function spansBelow(tree: SpanTree): Span[] {
  const below: Span[] = []
  let level: readonly Span[] = [tree.root]
  while (level.length > 0) {
    level = level.flatMap((span) => tree.childrenOf.get(span.spanId) ?? [])
    below.push(...level)
  }
  return below
}

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
