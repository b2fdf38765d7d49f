'use client'

import { clsx } from 'clsx'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { StatusShape } from '@/components/domain-ui/status-mark'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Skeleton } from '@/components/ui/skeleton'
import type { NodeView } from '@/lib/contracts/run-detail'
import { prepareNodeTimeline, type TimelineBar } from '@/lib/presentation/charts/prepare-node-timeline'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { nodeStatusLabels } from '@/lib/presentation/labels/verdicts'
import { NodeList, VirtualRows } from './node-list'

/** Beyond this many nodes a drawing tells less than a list. */
const DRAWN_MAX = 300

const NodeGraph = dynamic(() => import('./node-graph').then((module) => module.NodeGraph), {
  ssr: false,
  loading: () => <Skeleton className="h-112 w-full rounded-md" />,
})

const views = [
  { value: 'graph', label: 'Graph' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'list', label: 'List' },
] as const

type View = (typeof views)[number]['value']
type NodeExplorerProps = { nodes: readonly NodeView[]; selected: string | null; onSelect: (id: string | null) => void }

/** The nodes of a run as graph, on a time axis, or as a list; choosing one opens it. */
export function NodeExplorer({ nodes, selected, onSelect }: NodeExplorerProps) {
  const isTooMany = nodes.length > DRAWN_MAX
  const [view, setView] = useState<View>(isTooMany ? 'list' : 'graph')
  const root = nodes.find((node) => node.failure?.role === 'root') ?? nodes.find((node) => node.status === 'failed')
  const failed = nodes.filter((node) => node.status === 'failed').length
  if (nodes.length === 0) {
    return (
      <Panel title="Nodes">
        <p className="text-ink-3 text-sm">This run told of no nodes: what is known of it is its output.</p>
      </Panel>
    )
  }
  return (
    <Panel
      title="Nodes"
      note={`${formatPlural(nodes.length, 'node')}, ${failed === 0 ? 'none failed' : `${formatCount(failed)} failed`}`}
      actions={<SegmentedControl label="Show nodes as" value={view} onChange={setView} segments={views} />}
    >
      {root && root.id !== selected && (
        <Button size="sm" className="mb-3" onClick={() => onSelect(root.id)}>
          {root.failure?.role === 'root' ? 'Go to where it began' : 'Go to the first failed node'}
        </Button>
      )}
      {view === 'graph' && isTooMany && (
        <p className="py-6 text-center text-ink-3 text-sm">
          {formatCount(nodes.length)} nodes are too many to draw: the list and the timeline show them all.
        </p>
      )}
      {view === 'graph' && !isTooMany && <NodeGraph nodes={nodes} selected={selected} onSelect={onSelect} />}
      {view === 'timeline' && <NodeTimeline nodes={nodes} selected={selected} onSelect={onSelect} />}
      {view === 'list' && <NodeList nodes={nodes} selected={selected} onSelect={onSelect} />}
    </Panel>
  )
}

const ROW_HEIGHT = 32
const NAMED = 5

type NodeTimelineProps = { nodes: readonly NodeView[]; selected: string | null; onSelect: (id: string) => void }

/** When each node ran, on one axis. Nodes that told no times are named below, not placed. */
function NodeTimeline({ nodes, selected, onSelect }: NodeTimelineProps) {
  const { bars, untimed, ticks } = prepareNodeTimeline(nodes)
  if (bars.length === 0)
    return <p className="py-6 text-center text-ink-3 text-sm">No node of this run told when it ran.</p>
  return (
    <div>
      <div className="flex text-[11px] text-ink-3" aria-hidden>
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
      <VirtualRows
        label="Nodes by time"
        count={bars.length}
        rowHeight={ROW_HEIGHT}
        keyOf={(index) => bars[index]?.id ?? String(index)}
      >
        {(index) => {
          const bar = bars[index]
          return bar ? <TimelineRow bar={bar} isSelected={bar.id === selected} onSelect={onSelect} /> : null
        }}
      </VirtualRows>
      {untimed.length > 0 && (
        <p className="mt-2 text-ink-3 text-xs">
          {formatPlural(untimed.length, 'node')} told no times:{' '}
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
            'absolute top-2 bottom-2 max-w-full rounded-[2px]',
            barClass[bar.status],
            bar.role === 'cascade' && 'opacity-55',
          )}
        />
      </span>
      <span className="w-14 shrink-0 pl-2 text-right text-ink-2">{bar.durationText}</span>
    </button>
  )
}
