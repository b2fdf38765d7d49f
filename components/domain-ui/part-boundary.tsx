'use client'

import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { Component, type ReactNode, Suspense } from 'react'
import { LoadProblem } from './load-problem'

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
