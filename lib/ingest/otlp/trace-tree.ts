import type { Span } from '@/lib/contracts/otlp'
import { byStart, compareNano } from './wire-span'

/** A root with everything below it, each level in order of time. `hasRoot` is false if the parent of `root` was not sent. */
export type SpanTree = { root: Span; hasRoot: boolean; childrenOf: ReadonlyMap<string, readonly Span[]> }

/**
 * Splits the spans of one trace into trees, one per span without a parent. A span whose parent was not sent joins the earliest tree; if no
 * span lacks a parent, the missing parent becomes the root, or the only span whose parent is missing. Thus the number of trees only grows
 * as spans arrive. Spans in a cycle of parents are in no tree: `lost` counts them.
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

/** Makes a placeholder for a missing parent: its start, its minimum duration, and its outcome as far as they are known. */
function standIn(orphans: readonly Span[]): Span | undefined {
  const [first] = orphans
  const last = orphans.toSorted((a, b) => compareNano(a.endNano, b.endNano)).at(-1)
  if (!first?.parentSpanId || !last) return first
  const { parentSpanId: spanId } = first
  const status = last.status.code === 'error' ? last.status : { code: 'unset' as const, message: null }
  return { ...first, spanId, parentSpanId: null, endNano: last.endNano, status, attributes: {}, events: [] }
}

/** Returns all spans below the root, level by level. */
export function spansBelow(tree: SpanTree): Span[] {
  const below: Span[] = []
  let level: readonly Span[] = [tree.root]
  while (level.length > 0) {
    level = level.flatMap((span) => tree.childrenOf.get(span.spanId) ?? [])
    below.push(...level)
  }
  return below
}

/** Returns the parent of each span, by their ids. */
export function parentsIn(childrenOf: SpanTree['childrenOf']): Map<string, string> {
  return new Map(
    [...childrenOf].flatMap(([parent, children]) => children.map((child) => [child.spanId, parent] as const)),
  )
}
