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
  const depths = new Map<string, number>()
  const pairs = new Map<string, Set<string>>()
  for (const [later, earlierOnes] of followed)
    for (const earlier of earlierOnes) {
      const [after, before] = branchesOf(later, earlier, parentOf, depths)
      if (after === before || parentOf.get(after) === undefined || parentOf.get(after) !== parentOf.get(before))
        continue
      pairs.set(after, (pairs.get(after) ?? new Set()).add(before))
    }
  return pairs
}

/** The two spans themselves, or what holds them, where they have one parent; the same where one holds the other. */
function branchesOf(
  one: string,
  other: string,
  parentOf: ReadonlyMap<string, string>,
  depths: Map<string, number>,
): [string, string] {
  let [a, b] = [one, other]
  let [deep, flat] = [depthOf(a, parentOf, depths), depthOf(b, parentOf, depths)]
  for (; deep > flat; deep--) a = parentOf.get(a) ?? a
  for (; flat > deep; flat--) b = parentOf.get(b) ?? b
  while (a !== b && parentOf.get(a) !== parentOf.get(b)) {
    a = parentOf.get(a) ?? a
    b = parentOf.get(b) ?? b
  }
  return [a, b]
}

function depthOf(spanId: string, parentOf: ReadonlyMap<string, string>, depths: Map<string, number>): number {
  const path: string[] = []
  let at: string | undefined = spanId
  for (; at !== undefined && !depths.has(at); at = parentOf.get(at)) path.push(at)
  let depth = at === undefined ? -1 : (depths.get(at) ?? 0)
  for (const id of path.reverse()) depths.set(id, ++depth)
  return depths.get(spanId) ?? 0
}

/** Of the siblings that had ended when one began, those that no other of them waited for. */
function awaitedSiblings(line: readonly Moment[]): (readonly [string, readonly string[]])[] {
  const byEnd = line.filter(({ end }) => !Number.isNaN(end)).sort((a, b) => a.end - b.end)
  const latestStart: number[] = []
  for (const [place, { start }] of byEnd.entries())
    latestStart.push(Math.max(start, latestStart[place - 1] ?? Number.NEGATIVE_INFINITY))
  const byId = new Map(line.map((moment) => [moment.id, moment]))
  return line.map((span) => {
    const finished = finishedBefore(span, byEnd, latestStart)
    for (const id of span.follows) {
      const other = byId.get(id)
      if (other && !finished.includes(other)) finished.push(other)
    }
    finished.sort((a, b) => a.start - b.start || a.rank - b.rank)
    const linked = new Set(finished.flatMap(({ follows }) => (follows.size > 0 ? [...follows] : [])))
    const last = finished.filter((other) => !linked.has(other.id) && !isAwaited(other, finished))
    return [span.id, last.map(({ id }) => id)] as const
  })
}

/** Those that had ended when this one began, without the many that ended before another of them began. */
function finishedBefore(span: Moment, byEnd: readonly Moment[], latestStart: readonly number[]): Moment[] {
  const sure = countUpTo(byEnd, (other) => other.end < span.start)
  const begun = latestStart[sure - 1] ?? Number.NEGATIVE_INFINITY
  const finished: Moment[] = []
  for (let place = countUpTo(byEnd, (other) => mayEndBefore(other, span)) - 1; place >= 0; place--) {
    const other = byEnd[place]
    if (other === undefined || other.end < begun) break
    if (isBefore(other, span)) finished.push(other)
  }
  return finished
}

/** How many of the first fulfil what the later ones do not. */
function countUpTo<T>(list: readonly T[], isBelow: (item: T) => boolean): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = list[middle]
    if (item !== undefined && isBelow(item)) low = middle + 1
    else high = middle
  }
  return low
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
