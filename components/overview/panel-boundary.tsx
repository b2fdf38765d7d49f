'use client'

import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { StatePanel } from '@/components/ui/state-panel'
import { toProblem } from '@/lib/queries/problem'

type PanelBoundaryProps = {
  /** What the panel shows, named where it cannot be shown; null = another panel of the same data says so. */
  title: string | null
  /** A skeleton in the shape of the content. */
  fallback: ReactNode
  children: ReactNode
}

/** A part of a page that waits and fails on its own: the rest of the page stays. */
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
