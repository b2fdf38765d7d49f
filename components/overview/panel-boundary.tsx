'use client'

import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'
import { PlotSkeleton } from '@/components/charts/chart-parts'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { toProblem } from '@/lib/queries/problem'

type PanelBoundaryProps = {
  /** Name of the panel in the error message; null = no message, because another panel of the same data shows it. */
  title: string | null
  /** A skeleton in the shape of the content. */
  fallback: ReactNode
  children: ReactNode
}

/** Suspense and error boundary of a panel, so that the rest of the page stays usable. */
export function PanelBoundary({ title, fallback, children }: PanelBoundaryProps) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary title={title} onRetry={reset}>
          <Suspense fallback={fallback}>{children}</Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

type ErrorBoundaryProps = { title: string | null; onRetry: () => void; children: ReactNode }

class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  private readonly retry = () => {
    this.props.onRetry()
    this.setState({ error: null })
  }

  override render() {
    if (this.state.error === null) return this.props.children
    if (this.props.title === null) return null
    const { message, requestId } = toProblem(this.state.error)
    return (
      <Panel title={this.props.title}>
        <StatePanel
          compact
          state="error"
          title="This part could not be loaded"
          requestId={requestId}
          action={<Button onClick={this.retry}>Try again</Button>}
        >
          {message}
        </StatePanel>
      </Panel>
    )
  }
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
