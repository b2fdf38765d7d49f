'use client'

import '@xyflow/react/dist/style.css'
import {
  BaseEdge,
  type Edge,
  type EdgeProps,
  Handle,
  type Node,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
  type Viewport,
} from '@xyflow/react'
import { clsx } from 'clsx'
import { Expand, Maximize, Minus, Plus } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { StatusShape } from '@/components/domain-ui/status-mark'
import { IconButton } from '@/components/ui/icon-button'
import type { NodeView } from '@/lib/contracts/run-detail'
import {
  type GraphNode,
  NODE_HEIGHT,
  NODE_WIDTH,
  type NodeGraphModel,
  prepareNodeGraph,
} from '@/lib/presentation/charts/prepare-node-graph'
import { nodeStatusLabels } from '@/lib/presentation/labels/verdicts'

const nodeTypes = { step: NodeCard }
const edgeTypes = { led: LedEdge }

type NodeGraphProps = { nodes: readonly NodeView[]; selected: string | null; onSelect: (id: string) => void }

/** Width assumed until the column is measured. */
const COLUMN_PX = 640
/** Padding around the graph, including a strip for the buttons so that they do not cover nodes. */
const FRAME_PX = 64
const SIDES_PX = 24
const HIGHEST_PX = 720

/** Height of the graph scaled to its column; a graph too wide to be readable there is shown in part, at a fixed height. */
function heightOf({ width, height }: NodeGraphModel, column: number): number {
  const zoom = Math.min(1, (column - SIDES_PX) / width)
  return zoom < READABLE_ZOOM ? 400 : Math.min(HIGHEST_PX, Math.max(160, Math.round(height * zoom) + FRAME_PX))
}

/** Returns the width of the element in px, and a ref for it. */
function useWidth() {
  const ref = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(COLUMN_PX)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    setWidth(element.clientWidth)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

/** Graph of a run's nodes and their dependencies; the path of a failure is highlighted. */
export function NodeGraph({ nodes, selected, onSelect }: NodeGraphProps) {
  const { ref: frame, width } = useWidth()
  const open = (id: string) => {
    // The details of a node are shown outside the graph.
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
    // Above every edge: some lines of a failure cross nodes they do not lead to.
    zIndex: 2,
    ariaRole: 'button',
    ariaLabel: heardName(node, model),
    data: { name: node.name, type: node.type, status: node.status, role: node.role },
  }))
  const edges: LedEdgeType[] = model.edges.map((edge) => ({
    id: edge.id,
    type: 'led',
    source: edge.source,
    target: edge.target,
    data: { path: edge.path },
    focusable: false,
    // The names of the nodes tell what each follows.
    domAttributes: { 'aria-hidden': true },
    style: edge.isFailing ? { stroke: 'var(--fail)', strokeWidth: 2 } : { stroke: 'var(--line-control)' },
    zIndex: edge.isFailing ? 1 : 0,
  }))
  return (
    <section
      ref={frame}
      aria-label={`Graph of the run: ${model.summary}`}
      style={{ height: heightOf(model, width) }}
      className="w-full overflow-hidden rounded-md border bg-sunken"
    >
      <ReactFlow
        className="[&_.react-flow\_\_attribution]:bg-transparent! [&_.react-flow\_\_attribution_a]:text-ink-3! [&_.react-flow\_\_node:focus-visible]:rounded-md! [&_.react-flow\_\_node:focus-visible]:outline-3! [&_.react-flow\_\_node:focus-visible]:outline-accent! [&_.react-flow\_\_node:focus-visible]:outline-offset-4!"
        nodes={drawn}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        // Covers pointer and keyboard: Tab moves to a node, Enter selects it.
        onNodesChange={(changes) => {
          const chosen = changes.find((change) => change.type === 'select' && change.selected)
          if (chosen?.type === 'select' && chosen.id !== selected) open(chosen.id)
        }}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        elevateNodesOnSelect={false}
        onlyRenderVisibleElements={model.nodes.length > 60}
        // The library's style sheet may load after its first measurement.
        style={{ width: '100%', height: '100%' }}
        minZoom={0.02}
        maxZoom={1.5}
        // The wheel scrolls the page; the graph zooms with Ctrl or the buttons.
        zoomOnScroll={false}
        preventScrolling={false}
        zoomActivationKeyCode={['Control', 'Meta']}
        deleteKeyCode={null}
        ariaLabelConfig={described}
      >
        <GraphControls model={model} onFillScreen={() => void frame.current?.requestFullscreen()} />
      </ReactFlow>
    </section>
  )
}

const ROLES = { root: 'where the failure began', cascade: 'inherited its failure', handled: null }
const described = {
  'node.a11yDescription.default': 'Enter shows its details.',
  'node.a11yDescription.keyboardDisabled': 'Enter shows its details.',
}

/** Name of a node for who cannot see the lines: with its status, and what it follows. */
function heardName({ id, name, status, role }: GraphNode, { nodes, edges }: NodeGraphModel): string {
  const sources = new Set(edges.flatMap(({ source, target }) => (target === id ? source : [])))
  const before = nodes.filter((node) => sources.has(node.id)).map((node) => node.name)
  const parts = [name, nodeStatusLabels[status], role && ROLES[role], before.length > 0 && `after ${before.join(', ')}`]
  return parts.filter(Boolean).join(', ')
}

type LedEdgeType = Edge<{ path: string }>

/** An edge on the path that the layout has for it. */
function LedEdge({ id, data, style }: EdgeProps<LedEdgeType>) {
  return <BaseEdge id={id} path={data?.path ?? ''} style={style} />
}

type NodeCardData = Pick<GraphNode, 'name' | 'type' | 'status' | 'role'>

/** A node of the graph: status by shape, label and border; a cascade is less prominent than a root cause. */
function NodeCard({ data, selected }: NodeProps<Node<NodeCardData>>) {
  const { name, type, status, role } = data
  return (
    <div
      className={clsx(
        'flex h-12 w-36 items-center gap-2 rounded-md border bg-raised px-2 text-left',
        role === 'root' && 'border-fail border-2',
        role === 'cascade' && 'border-fail-line border-dashed',
        status === 'skipped' && 'bg-paper',
        selected && 'outline-2 outline-accent outline-offset-2',
      )}
    >
      <Handle type="target" position={Position.Top} className="opacity-0" />
      <StatusShape status={status} className={clsx('size-4', role === 'cascade' && 'opacity-60')} />
      <span className="min-w-0 flex-1">
        <span className={clsx('block truncate font-medium text-xs', role === 'cascade' && 'text-ink-2')}>{name}</span>
        <span
          className={clsx(
            'block truncate text-2xs leading-4',
            role === 'root' ? 'font-medium text-fail-fg' : 'text-ink-3',
          )}
        >
          {role === 'root'
            ? 'It began here'
            : [nodeStatusLabels[status], role === 'cascade' ? 'inherited' : type].filter(Boolean).join(', ')}
        </span>
      </span>
      <Handle type="source" position={Position.Bottom} className="opacity-0" />
    </div>
  )
}

const ALL = { maxZoom: 1, padding: { top: '12px', x: '12px', bottom: '52px' } } as const
/** Below this zoom, names are not legible. */
const READABLE_ZOOM = 0.7
const CLOSE_ZOOM = 0.8
const TOP_PX = 24

/** Viewport that centres the root cause, or shows the start of the run at the top if there is none. */
function closeTo({ nodes }: NodeGraphModel, width: number, height: number): Viewport {
  const root = nodes.find((node) => node.role === 'root')
  const shown = root ?? nodes.reduce((top, node) => (node.y < top.y ? node : top))
  const x = width / 2 - (shown.x + NODE_WIDTH / 2) * CLOSE_ZOOM
  const y = root ? height / 2 - (shown.y + NODE_HEIGHT / 2) * CLOSE_ZOOM : TOP_PX - shown.y * CLOSE_ZOOM
  return { x, y, zoom: CLOSE_ZOOM }
}

type GraphControlsProps = { model: NodeGraphModel; onFillScreen: () => void }

/**
 * Zoom buttons. Also positions the graph when its frame changes size: the whole graph if names are legible at that zoom,
 * otherwise close to the root cause or the start of the run.
 */
function GraphControls({ model, onFillScreen }: GraphControlsProps) {
  const { zoomIn, zoomOut, fitView, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  useEffect(() => {
    if (width === 0 || height === 0) return
    const zoom = Math.min((width - SIDES_PX) / model.width, (height - FRAME_PX) / model.height)
    const isReadable = zoom >= READABLE_ZOOM
    void (isReadable ? fitView(ALL) : setViewport(closeTo(model, width, height)))
  }, [width, height, model, fitView, setViewport])
  return (
    <Panel position="bottom-left" className="m-2! flex rounded-md border bg-raised">
      <IconButton size="sm" label="Zoom out" onClick={() => void zoomOut()}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton size="sm" label="Zoom in" onClick={() => void zoomIn()}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton size="sm" label="Show all of it" onClick={() => void fitView(ALL)}>
        <Maximize aria-hidden />
      </IconButton>
      <IconButton size="sm" label="Fill the screen" onClick={onFillScreen}>
        <Expand aria-hidden />
      </IconButton>
    </Panel>
  )
}
