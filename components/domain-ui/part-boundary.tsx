'use client'

import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { Component, type ReactNode, Suspense } from 'react'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'
import { toProblem } from '@/lib/queries/problem'

type PartBoundaryProps = {
  /** A skeleton in the shape of the content. */
  fallback: ReactNode
  /** Frame of the error message; null = no message, because another part shows it. */
  frame?: (message: ReactNode) => ReactNode
  children: ReactNode
}

/**
 * Suspense and error boundary of a part of a page, so that the rest stays usable. A failed part is asked for again by its button, and
 * whenever the filters in the address change.
 */
export function PartBoundary({ fallback, frame = (message) => message, children }: PartBoundaryProps) {
  const filters = useSearchParams().toString()
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary filters={filters} frame={frame} onRetry={reset}>
          <Suspense fallback={fallback}>{children}</Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

type ErrorBoundaryProps = {
  filters: string
  frame: (message: ReactNode) => ReactNode
  onRetry: () => void
  children: ReactNode
}

class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.error !== null && before.filters !== this.props.filters) this.retry()
  }

  private readonly retry = () => {
    this.props.onRetry()
    this.setState({ error: null })
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return this.props.frame(
      <LoadProblem compact title="This part could not be loaded" error={this.state.error} onRetry={this.retry} />,
    )
  }
}

type LoadProblemProps = { title: string; error: unknown; compact?: boolean; onRetry: () => void }

/** What could not be loaded and why, with the id of the request, and a button to try again. */
export function LoadProblem({ title, error, compact = false, onRetry }: LoadProblemProps) {
  const { message, requestId } = toProblem(error)
  return (
    <StatePanel
      compact={compact}
      state="error"
      title={title}
      requestId={requestId ?? digestOf(error)}
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {message}
    </StatePanel>
  )
}

/** Next's id of an error on the server, which is also in the log. */
const digestOf = (error: unknown) =>
  error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : null
