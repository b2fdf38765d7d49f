'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Skeleton } from '@/components/ui/skeleton'
import type { NodeView } from '@/lib/contracts/run-detail'
import { formatCount, formatPlural } from '@/lib/format/number'
import { NodeList } from './node-list'
import { NodeTimeline } from './node-timeline'

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
