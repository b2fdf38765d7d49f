'use client'

import { Panel, useReactFlow, useStore } from '@xyflow/react'
import { Maximize, Minus, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '@/components/ui/icon-button'

/** How the whole graph is brought into its frame. */
export const FIT = { maxZoom: 1, padding: 0.04 }

/** Buttons that zoom the graph, for those without a wheel. It fits itself anew when its frame changes size. */
export function GraphControls() {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const size = useStore((state) => `${state.width} ${state.height}`)
  useEffect(() => {
    if (size !== '0 0') void fitView(FIT)
  }, [size, fitView])
  return (
    <Panel position="bottom-left" className="m-2! flex rounded-md border bg-raised">
      <IconButton size="sm" label="Zoom out" onClick={() => void zoomOut()}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton size="sm" label="Zoom in" onClick={() => void zoomIn()}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton size="sm" label="Show all of it" onClick={() => void fitView(FIT)}>
        <Maximize aria-hidden />
      </IconButton>
    </Panel>
  )
}
