'use client'

import type { ReactNode } from 'react'
import { PlotSkeleton } from '@/components/charts/chart-parts'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { Panel } from '@/components/ui/panel'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'

type PanelBoundaryProps = {
  /** Name of the panel in the error message; null = no message, because another panel of the same data shows it. */
  title: string | null
  /** A skeleton in the shape of the content. */
  fallback: ReactNode
  /** See `PartBoundary`: for the panels of the first view. */
  isSteady?: boolean
  children: ReactNode
}

/** Boundary of a panel of the overview, so that the rest of the page stays usable. */
export function PanelBoundary({ title, ...rest }: PanelBoundaryProps) {
  return <PartBoundary {...rest} frame={(message) => title !== null && <Panel title={title}>{message}</Panel>} />
}

export function FiguresSkeleton() {
  return (
    <div role="status" aria-label="Loading figures" className="grid grid-cols-2 gap-x-6 gap-y-6 lg:grid-cols-4">
      {['runs', 'quality', 'good', 'confidence'].map((figure) => (
        <div key={figure} className="grid gap-2">
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-6 w-20" />
          <Skeleton className="h-3.5 w-36" />
          <Skeleton className="h-3 w-28" />
        </div>
      ))}
    </div>
  )
}

export function ChartSkeleton() {
  return (
    <div className="border-t pt-4">
      <Heading />
      <PlotSkeleton />
    </div>
  )
}

export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div className="border-t pt-4">
      <Heading />
      <SkeletonRows rows={rows} />
    </div>
  )
}

function Heading() {
  return (
    <div className="mb-3 grid gap-2">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-3.5 w-64 max-w-full" />
    </div>
  )
}
