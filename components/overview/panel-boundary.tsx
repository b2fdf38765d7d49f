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

/** As high as the sentence, which takes two lines on a phone. */
export function HeadlineSkeleton() {
  return (
    <span className="block h-11 sm:h-5.5">
      <Skeleton className="h-4.5 w-96 max-w-full" />
    </span>
  )
}

/** As high as the figures with a note of two lines, and the line that explains them. */
export function FiguresSkeleton() {
  return (
    <div role="status" aria-label="Loading figures" className="pb-14 sm:pb-9">
      <div className="grid grid-cols-2 gap-6 lg:grid-cols-4">
        {['runs', 'quality', 'good', 'confidence'].map((figure) => (
          <div key={figure} className="grid h-22.5 content-start gap-2">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-6 w-20" />
            <Skeleton className="h-3.5 w-36 max-w-full" />
            <Skeleton className="h-3 w-28 max-w-full" />
          </div>
        ))}
      </div>
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
