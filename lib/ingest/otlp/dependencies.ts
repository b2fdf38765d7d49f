import type { Span } from '@/lib/contracts/otlp'
import type { Batches, Followed } from './followed'
import { isBefore, type Moment, mayEndBefore, timeline } from './timeline'
import { parentsIn } from './trace-tree'

/** The maximum of `runInput` for one node. */
const MAX_DEPENDENCIES = 1000

type Children = ReadonlyMap<string, readonly Span[]>

/**
 * Returns what each span of a run waited for, by span id. A span depends on its children, because it completes after them: an error passed
 * up from a tool to its agent is attributed to the tool, and inherited above. A span that began after a sibling ended waited for it, and so
 * did its first children; `followed` overrides the clock. Those of a batch do not wait for each other. Only the last ones
 * waited for are listed, without what these waited for themselves.
 * @param nodes level by level
 */
export function dependenciesOf(
  nodes: readonly Span[],
  childrenOf: Children,
  { followed, batches }: { followed: Followed; batches: Batches },
): ReadonlyMap<string, readonly string[]> {
  const ids = new Set(nodes.map((node) => node.spanId))
  const kept = new Map([...childrenOf].map(([id, children]) => [id, children.filter((child) => ids.has(child.spanId))]))
  const parentOf = parentsIn(kept)
  const follows = amongSiblings(parentOf, followed)
  const awaited = new Map(
    [...kept.values()].flatMap((siblings) => awaitedSiblings(timeline(siblings, follows, batches))),
  )
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

/** Converts known orders of spans to orders of siblings: if two spans are in different branches, one branch followed the other. */
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

/** Returns the two spans themselves or their ancestors that are siblings; the same span twice if one contains the other. */
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

/** For each sibling: those that had ended when it began, except those that another of them waited for. */
function awaitedSiblings(line: readonly Moment[]): (readonly [string, readonly string[]])[] {
  const byEnd = line.filter(({ end }) => !Number.isNaN(end)).sort((a, b) => a.end - b.end)
  const byId = new Map(line.map((moment) => [moment.id, moment]))
  const latestStart: number[] = []
  for (const [place, { start, batch }] of byEnd.entries()) {
    // What ended since then may be another of its batch that it did not wait for.
    const from = batch?.since ?? start
    latestStart.push(Math.max(from, latestStart[place - 1] ?? Number.NEGATIVE_INFINITY))
  }
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

/** Returns the siblings that had ended when this one began, without the many that ended before another of these began. */
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

/** Returns the length of the prefix that fulfils the condition, by binary search. */
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

/** Whether one of these began after `span` had ended. Checked from the last to begin, which mostly decides immediately. */
function isAwaited(span: Moment, byStart: readonly Moment[]): boolean {
  for (let place = byStart.length - 1; place >= 0; place--) {
    const other = byStart[place]
    if (other === undefined || !mayEndBefore(span, other)) return false
    if (isBefore(span, other)) return true
  }
  return false
}
