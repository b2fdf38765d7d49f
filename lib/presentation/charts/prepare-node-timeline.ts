import type { FailureView, NodeView } from '@/lib/contracts/run-detail'
import { formatDuration } from '../format/date'
import { sortByDependencies } from '../transcript/order'

export type TimelineBar = {
  id: string
  name: string
  status: NodeView['status']
  role: FailureView['role'] | null
  /** Shares of the whole time span, in [0, 1]. */
  start: number
  width: number
  durationText: string
  title: string
}

type NodeTimelineModel = {
  bars: TimelineBar[]
  /** Nodes without times, listed instead of placed. */
  untimed: { id: string; name: string; status: NodeView['status'] }[]
  ticks: { at: number; label: string }[]
  totalMs: number
  /** No node has a time: each is placed after its dependencies, with its duration as length. */
  isDerived: boolean
}

const TICKS = 2

type Timed = { view: NodeView; fromMs: number; toMs: number }

/**
 * Prepares the nodes of a run on one time axis, from the first start to the last end, in order of their start. If only durations are known,
 * they are placed by the dependencies.
 */
export function prepareNodeTimeline(views: readonly NodeView[]): NodeTimelineModel {
  const recorded = views.flatMap((view) => timesOf(view))
  const isDerived = recorded.length === 0 && views.some((view) => view.durationMs !== null)
  const timed = (isDerived ? laidOut(views) : recorded).sort((a, b) => a.fromMs - b.fromMs || a.toMs - b.toMs)
  const placed = new Set(timed.map(({ view }) => view.id))
  const untimed = views
    .filter((view) => !placed.has(view.id))
    .map((view) => ({ id: view.id, name: view.name ?? view.id, status: view.status }))
  const first = timed.reduce((least, { fromMs }) => Math.min(least, fromMs), Number.POSITIVE_INFINITY)
  const last = timed.reduce((most, { toMs }) => Math.max(most, toMs), Number.NEGATIVE_INFINITY)
  const totalMs = timed.length > 0 ? last - first : 0
  const share = (ms: number) => (totalMs > 0 ? ms / totalMs : 0)
  return {
    bars: timed.map(({ view, fromMs, toMs }) => ({
      id: view.id,
      name: view.name ?? view.id,
      status: view.status,
      role: view.failure?.role ?? null,
      start: share(fromMs - first),
      width: totalMs > 0 ? share(toMs - fromMs) : 1,
      // The measured duration is finer than the times, which are whole milliseconds.
      durationText: formatDuration(view.durationMs ?? toMs - fromMs),
      title: `${view.name ?? view.id}: ${formatDuration(view.durationMs ?? toMs - fromMs)}, from ${formatDuration(fromMs - first)} on`,
    })),
    untimed,
    ticks:
      totalMs > 0
        ? Array.from({ length: TICKS + 1 }, (_, tick) => ({
            at: tick / TICKS,
            label: formatDuration((totalMs * tick) / TICKS),
          }))
        : [],
    totalMs,
    isDerived,
  }
}

/** Places each node at the latest end of its dependencies; one without a duration passes that time on and is not placed. */
function laidOut(views: readonly NodeView[]): Timed[] {
  const ends = new Map<string, number>()
  return sortByDependencies(views).flatMap((view) => {
    const fromMs = view.dependencies.reduce((latest, id) => Math.max(latest, ends.get(id) ?? 0), 0)
    const toMs = fromMs + (view.durationMs ?? 0)
    ends.set(view.id, toMs)
    return view.durationMs === null ? [] : [{ view, fromMs, toMs }]
  })
}

/** Length of a node in ms: as measured, if that is the same to the millisecond that times are given in. */
function finerOf({ durationMs }: NodeView, betweenMs: number): number {
  return durationMs !== null && Math.abs(durationMs - betweenMs) < 1 ? durationMs : Math.max(0, betweenMs)
}

/** Returns start and end, one of them derived from the duration if missing; empty if the node cannot be placed. */
function timesOf(view: NodeView): Timed[] {
  const started = view.startedAt === null ? null : Date.parse(view.startedAt)
  const ended = view.endedAt === null ? null : Date.parse(view.endedAt)
  if (started !== null && ended !== null)
    return [{ view, fromMs: started, toMs: started + finerOf(view, ended - started) }]
  if (view.durationMs === null) return []
  if (started !== null) return [{ view, fromMs: started, toMs: started + view.durationMs }]
  return ended === null ? [] : [{ view, fromMs: ended - view.durationMs, toMs: ended }]
}
