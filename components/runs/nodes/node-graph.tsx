'use client'

import { type Edge, type Node, ReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useMemo, useRef } from 'react'
import { NODE_HEIGHT, NODE_WIDTH, type NodeGraphModel, prepareNodeGraph } from '@/lib/charts/prepare-node-graph'
import type { NodeView } from '@/lib/contracts/run-detail'
import { nodeStatusLabels } from '@/lib/format/labels'
import { GraphControls, READABLE_ZOOM } from './graph-controls'
import { NodeCard, type NodeCardData } from './node-card'

const nodeTypes = { step: NodeCard }

type NodeGraphProps = { nodes: readonly NodeView[]; selected: string | null; onSelect: (id: string) => void }

const COLUMN_PX = 340
const FRAME_PX = 24

/** As high as the drawing comes out in its column; one too wide for that is shown in part, and needs room. */
function heightOf({ width, height }: NodeGraphModel): number {
  const zoom = Math.min(1, COLUMN_PX / width)
  return zoom < READABLE_ZOOM ? 400 : Math.min(480, Math.max(160, Math.round(height * zoom) + FRAME_PX))
}

/** The nodes of a run and what they waited for; the way a failure went is drawn through. */
export function NodeGraph({ nodes, selected, onSelect }: NodeGraphProps) {
  const frame = useRef<HTMLElement>(null)
  const open = (id: string) => {
    // What a node did is told beside the graph, not on it.
    if (document.fullscreenElement) void document.exitFullscreen()
    onSelect(id)
  }
  const model = useMemo(() => prepareNodeGraph(nodes), [nodes])
  const drawn: Node<NodeCardData>[] = model.nodes.map((node) => ({
    id: node.id,
    type: 'step',
    position: { x: node.x, y: node.y },
    width: NODE_WIDTH,
    height: NODE_HEIGHT,
    selected: node.id === selected,
    ariaLabel: `${node.name}, ${nodeStatusLabels[node.status]}${node.role === 'root' ? ', where the failure began' : ''}`,
    data: { name: node.name, type: node.type, status: node.status, role: node.role },
  }))
  const edges: Edge[] = model.edges.map((edge) => ({
    id: edge.id,
    source: edge.source,
    target: edge.target,
    focusable: false,
    style: edge.isFailing ? { stroke: 'var(--fail)', strokeWidth: 2 } : { stroke: 'var(--line-control)' },
    zIndex: edge.isFailing ? 1 : 0,
  }))
  return (
    <section
      ref={frame}
      aria-label={`Graph of the run: ${model.summary}`}
      style={{ height: heightOf(model) }}
      className="w-full overflow-hidden rounded-md border bg-sunken"
    >
      <ReactFlow
        className="[&_.react-flow\_\_attribution]:bg-transparent! [&_.react-flow\_\_attribution_a]:text-ink-3!"
        nodes={drawn}
        edges={edges}
        nodeTypes={nodeTypes}
        // By pointer and by keyboard alike: Tab to a node, Enter chooses it.
        onNodesChange={(changes) => {
          const chosen = changes.find((change) => change.type === 'select' && change.selected)
          if (chosen?.type === 'select' && chosen.id !== selected) open(chosen.id)
        }}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        elevateNodesOnSelect={false}
        onlyRenderVisibleElements={model.nodes.length > 60}
        // Its own style sheet may come later than its first measurement.
        style={{ width: '100%', height: '100%' }}
        minZoom={0.02}
        maxZoom={1.5}
        // The page scrolls with the wheel; the graph zooms with Ctrl or its buttons.
        zoomOnScroll={false}
        preventScrolling={false}
        zoomActivationKeyCode={['Control', 'Meta']}
        deleteKeyCode={null}
      >
        <GraphControls model={model} onFillScreen={() => void frame.current?.requestFullscreen()} />
      </ReactFlow>
    </section>
  )
}
