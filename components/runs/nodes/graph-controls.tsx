'use client'

import { Panel, useReactFlow } from '@xyflow/react'
import { Maximize, Minus, Plus } from 'lucide-react'
import { IconButton } from '@/components/ui/icon-button'

/** Buttons that zoom the graph, for those without a wheel. */
export function GraphControls() {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  return (
    <Panel position="bottom-right" className="m-2! flex rounded-md border bg-raised">
      <IconButton size="sm" label="Zoom out" onClick={() => void zoomOut()}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton size="sm" label="Zoom in" onClick={() => void zoomIn()}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton size="sm" label="Show all of it" onClick={() => void fitView({ maxZoom: 1, padding: 0.08 })}>
        <Maximize aria-hidden />
      </IconButton>
    </Panel>
  )
}
