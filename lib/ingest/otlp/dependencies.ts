import type { Span } from '@/lib/contracts/otlp'
import type { Followed } from './followed'
import { isBefore, type Moment, mayEndBefore, timeline } from './timeline'
import { parentsIn } from './trace-tree'

/** `runInput` allows no more for one node. */
const MAX_DEPENDENCIES = 1000

type Children = ReadonlyMap<string, readonly Span[]>

/**
 * What each span of a run waited for, by span id. A span is complete when its children are, so it depends on them: an
 * error that travels up from a tool to its agent is then the tool's, and inherited above. What began after a sibling had
 * ended waited for it, and so did whatever it began with; what is known to have followed another did so whatever the clock
 * says. Only the last to be waited for are named: what these waited for themselves is not repeated.
 * @param nodes level by level
 */
export function dependenciesOf(
  nodes: readonly Span[],
  childrenOf: Children,
  followed: Followed,
): ReadonlyMap<string, readonly string[]> {
  const ids = new Set(nodes.map((node) => node.spanId))
  const kept = new Map([...childrenOf].map(([id, children]) => [id, children.filter((child) => ids.has(child.spanId))]))
  const parentOf = parentsIn(kept)
  const follows = amongSiblings(parentOf, followed)
  const awaited = new Map([...kept.values()].flatMap((siblings) => awaitedSiblings(timeline(siblings, follows))))
  const started = new Map<string, readonly string[]>()
  const dependencies = new Map<string, readonly string[]>()
  for (const { spanId } of nodes) {
    const own = awaited.get(spanId) ?? []
    const beforeStart = own.length > 0 ? own : (started.get(parentOf.get(spanId) ?? '') ?? [])
    started.set(spanId, beforeStart)
    const children = kept.get(spanId) ?? []
    const awaitedByChild = new Set(children.flatMap((child) => awaited.get(child.spanId) ?? []))
    const last = children.map((child) => child.spanId).filter((id) => !awaitedByChild.has(id))
    dependencies.set(spanId, (last.length > 0 ? last : beforeStart).slice(0, MAX_DEPENDENCIES))
  }
  return dependencies
}

/** What followed what, as pairs of siblings: of two spans in different branches the one branch followed the other. */
function amongSiblings(parentOf: ReadonlyMap<string, string>, followed: Followed): Followed {
  const pathTo = (spanId: string) => {
    const path = [spanId]
    for (let at = parentOf.get(spanId); at !== undefined; at = parentOf.get(at)) path.push(at)
    return path.reverse()
  }
  const pairs = new Map<string, Set<string>>()
  for (const [later, earlierOnes] of followed) {
    const path = pathTo(later)
    for (const earlier of earlierOnes) {
      const other = pathTo(earlier)
      const fork = path.findIndex((id, level) => id !== other[level])
      const [after, before] = [path[fork], other[fork]]
      // One stands within the other, or in another tree.
      if (fork < 1 || after === undefined || before === undefined) continue
      pairs.set(after, (pairs.get(after) ?? new Set()).add(before))
    }
  }
  return pairs
}

/** Of the siblings that had ended when one began, those that no other of them waited for. */
function awaitedSiblings(line: readonly Moment[]): (readonly [string, readonly string[]])[] {
  const byStart = line.toSorted((a, b) => a.start - b.start || a.rank - b.rank)
  return line.map((span) => {
    const finished = byStart.filter((other) => isBefore(other, span))
    const linked = new Set(finished.flatMap((other) => [...other.follows]))
    const last = finished.filter((other) => !linked.has(other.id) && !isAwaited(other, finished))
    return [span.id, last.map(({ id }) => id)] as const
  })
}

/** Whether one of these began when it had ended; the last to begin are asked first, so that it is mostly known at once. */
function isAwaited(span: Moment, byStart: readonly Moment[]): boolean {
  for (let place = byStart.length - 1; place >= 0; place--) {
    const other = byStart[place]
    if (other === undefined || !mayEndBefore(span, other)) return false
    if (isBefore(span, other)) return true
  }
  return false
}
