'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import dynamic from 'next/dynamic'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { StatusShape } from '@/components/domain-ui/status-mark'
import { orMissing } from '@/components/ui/missing-part'
import { Skeleton } from '@/components/ui/skeleton'
import type { NodeView } from '@/lib/contracts/run-detail'
import { prepareNodeTimeline, type TimelineBar } from '@/lib/presentation/charts/prepare-node-timeline'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { nodeStatusLabels } from '@/lib/presentation/labels/verdicts'
import { NodePanel } from './node-panel'

/** With more nodes the graph is less useful than the transcript. */
const DRAWN_MAX = 300

const NodeGraph = dynamic(
  orMissing(() => import('./node-graph'), 'NodeGraph'),
  {
    ssr: false,
    loading: () => <Skeleton className="h-112 w-full rounded-md" />,
  },
)

type NodeViewsProps = {
  view: 'graph' | 'timeline'
  nodes: readonly NodeView[]
  selected: string | null
  onSelect: (id: string | null) => void
}

/** The nodes of a run as a graph or a timeline, with the details of the selected one below. */
export function NodeViews({ view, nodes, selected, onSelect }: NodeViewsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const node = nodes.find(({ id }) => id === selected)
  // Chosen from far down the transcript, it would begin above the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view begins anew
  useLayoutEffect(() => {
    if ((frame.current?.getBoundingClientRect().top ?? 0) < 0) frame.current?.scrollIntoView()
  }, [view])
  if (nodes.length === 0) return <Nothing>This run has no steps, only an output.</Nothing>
  return (
    <div ref={frame} className="scroll-mt-24 space-y-5">
      {view === 'timeline' ? (
        <NodeTimeline nodes={nodes} selected={selected} onSelect={onSelect} />
      ) : nodes.length > DRAWN_MAX ? (
        <Nothing>
          {formatCount(nodes.length)} steps are too many to draw: transcript and timeline show them all.
        </Nothing>
      ) : (
        <NodeGraph nodes={nodes} selected={selected} onSelect={onSelect} />
      )}
      {node && <NodePanel key={node.id} node={node} onClose={() => onSelect(null)} />}
    </div>
  )
}

function Nothing({ children }: { children: React.ReactNode }) {
  return <p className="py-6 text-center text-ink-3 text-sm">{children}</p>
}

const NAMED = 5

type NodeTimelineProps = { nodes: readonly NodeView[]; selected: string | null; onSelect: (id: string) => void }

/** Timeline of the nodes. Nodes without times are listed below it. */
function NodeTimeline({ nodes, selected, onSelect }: NodeTimelineProps) {
  const { bars, untimed, ticks, isDerived } = prepareNodeTimeline(nodes)
  if (bars.length === 0) return <Nothing>No step reported a start time or duration.</Nothing>
  return (
    <div>
      <div className="flex text-2xs text-ink-3" aria-hidden>
        <span className="w-32 shrink-0" />
        <span className="relative h-5 flex-1">
          {ticks.map((tick) => (
            <span
              key={tick.at}
              style={{ left: `${tick.at * 100}%` }}
              className={clsx(
                'absolute whitespace-nowrap',
                tick.at === 1 ? '-translate-x-full' : tick.at > 0 && '-translate-x-1/2',
              )}
            >
              {tick.label}
            </span>
          ))}
        </span>
        <span className="w-14 shrink-0" />
      </div>
      <TimelineRows bars={bars} selected={selected} onSelect={onSelect} />
      {isDerived && (
        <p className="mt-2 text-ink-3 text-xs">
          No start times were sent. Steps are drawn by duration, after the ones they depend on.
        </p>
      )}
      {untimed.length > 0 && (
        <p className="mt-2 text-ink-3 text-xs">
          {formatPlural(untimed.length, 'step')} without times:{' '}
          {untimed
            .slice(0, NAMED)
            .map((node) => node.name)
            .join(', ')}
          {untimed.length > NAMED ? ' and others' : ''}.
        </p>
      )}
    </div>
  )
}

const ROW_HEIGHT = 32
const FRAME_HEIGHT = 448
const OVERSCAN = 12

type TimelineRowsProps = Omit<NodeTimelineProps, 'nodes'> & { bars: readonly TimelineBar[] }

/** Virtualized rows in a scrollable frame. */
function TimelineRows({ bars, selected, onSelect }: TimelineRowsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: bars.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: FRAME_HEIGHT },
  })
  const place = bars.findIndex(({ id }) => id === selected)
  useEffect(() => {
    if (place >= 0) virtualizer.scrollToIndex(place, { align: 'auto' })
  }, [virtualizer, place])
  return (
    <div ref={frame} className="max-h-112 overflow-y-auto">
      <ul aria-label="Steps by time" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const bar = bars[index]
          return bar ? (
            <li
              key={bar.id}
              aria-setsize={bars.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            >
              <TimelineRow bar={bar} isSelected={bar.id === selected} onSelect={onSelect} />
            </li>
          ) : null
        })}
      </ul>
    </div>
  )
}

const barClass: Record<TimelineBar['status'], string> = {
  completed: 'bg-ink-3',
  failed: 'bg-fail',
  skipped: 'hatch',
  cancelled: 'hatch',
  running: 'bg-accent',
}

type TimelineRowProps = { bar: TimelineBar; isSelected: boolean; onSelect: (id: string) => void }

function TimelineRow({ bar, isSelected, onSelect }: TimelineRowProps) {
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      aria-label={`${bar.title}, ${nodeStatusLabels[bar.status]}`}
      title={bar.title}
      onClick={() => onSelect(bar.id)}
      className={clsx(
        'flex h-full w-full items-center border-b text-left text-xs hover:bg-hover',
        isSelected && 'bg-selected',
      )}
    >
      <span className="flex w-32 shrink-0 items-center gap-1.5 pr-2">
        <StatusShape status={bar.status} className={clsx('size-3', bar.role === 'cascade' && 'opacity-60')} />
        <span className="truncate">{bar.name}</span>
      </span>
      <span className="relative h-full flex-1">
        <span
          style={{ left: `${bar.start * 100}%`, width: `max(2px, ${bar.width * 100}%)` }}
          className={clsx(
            'absolute top-2 bottom-2 max-w-full rounded-xs',
            barClass[bar.status],
            bar.role === 'cascade' && 'opacity-55',
          )}
        />
      </span>
      <span className="w-14 shrink-0 pl-2 text-right text-ink-2">{bar.durationText}</span>
    </button>
  )
}
