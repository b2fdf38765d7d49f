'use client'

import { Panel, useReactFlow, useStore, type Viewport } from '@xyflow/react'
import { Expand, Maximize, Minus, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { NODE_HEIGHT, NODE_WIDTH, type NodeGraphModel } from '@/lib/charts/prepare-node-graph'

const ALL = { maxZoom: 1, padding: 0.04 }
/** Below this zoom no name can be read. */
export const READABLE_ZOOM = 0.5
const CLOSE_ZOOM = 0.8
const TOP_PX = 24

/** Where the failure began in the middle, else where the run began at the top. */
function closeTo({ nodes }: NodeGraphModel, width: number, height: number): Viewport {
  const root = nodes.find((node) => node.role === 'root')
  const shown = root ?? nodes.reduce((top, node) => (node.y < top.y ? node : top))
  const x = width / 2 - (shown.x + NODE_WIDTH / 2) * CLOSE_ZOOM
  const y = root ? height / 2 - (shown.y + NODE_HEIGHT / 2) * CLOSE_ZOOM : TOP_PX - shown.y * CLOSE_ZOOM
  return { x, y, zoom: CLOSE_ZOOM }
}

type GraphControlsProps = { model: NodeGraphModel; onFillScreen: () => void }

/**
 * Buttons that zoom the graph, for those without a wheel. It places itself whenever its frame changes size: whole where
 * its names can be read then, else close to where the failure, or the run, began.
 */
export function GraphControls({ model, onFillScreen }: GraphControlsProps) {
  const { zoomIn, zoomOut, fitView, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  useEffect(() => {
    if (width === 0 || height === 0) return
    const isReadable = Math.min(width / model.width, height / model.height) >= READABLE_ZOOM
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
