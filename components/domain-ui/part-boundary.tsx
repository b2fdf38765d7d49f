'use client'

import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { Component, createContext, type ReactNode, Suspense, use, useState } from 'react'
import { LoadProblem } from './load-problem'

const Prefetched = createContext(false)

type PrefetchedPartsProps = { isComplete: boolean; children: ReactNode }

/** Tells the parts of a page whether the server had the data of all its queries when it rendered them. */
export function PrefetchedParts({ isComplete, children }: PrefetchedPartsProps) {
  return <Prefetched value={isComplete}>{children}</Prefetched>
}

type PartBoundaryProps = {
  /** A skeleton in the shape of the content. */
  fallback: ReactNode
  /**
   * The content has its first data from the `Prefetch` of the page, and keeps what it shows while other data loads. It is then rendered
   * without Suspense: for a boundary of some size React sends the skeleton first, and may reveal the content only 300 ms after it.
   */
  isSteady?: boolean
  /** Frame of the error message; null = no message, because another part shows it. */
  frame?: (message: ReactNode) => ReactNode
  children: ReactNode
}

/**
 * Suspense and error boundary of a part of a page, so that the rest stays usable. A failed part is asked for again by its button, and
 * whenever the filters in the address change.
 */
export function PartBoundary({
  fallback,
  isSteady = false,
  frame = (message) => message,
  children,
}: PartBoundaryProps) {
  const filters = useSearchParams().toString()
  const isPrefetched = use(Prefetched)
  // Never changes afterwards: the content would be mounted anew.
  const [isInline] = useState(isSteady && isPrefetched)
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary filters={filters} isInline={isInline} fallback={fallback} frame={frame} onRetry={reset}>
          {children}
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

type ErrorBoundaryProps = {
  filters: string
  isInline: boolean
  fallback: ReactNode
  frame: (message: ReactNode) => ReactNode
  onRetry: () => void
  children: ReactNode
}

/** `address`: the filters of the address as it failed, which React may have not shown yet. */
type Failure = { error: unknown; hasFailed: boolean; address: string | null }

class ErrorBoundary extends Component<ErrorBoundaryProps, Failure> {
  override state: Failure = { error: null, hasFailed: false, address: null }

  static getDerivedStateFromError(error: unknown): Failure {
    return { error, hasFailed: true, address: window.location.search }
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    const { error, address } = this.state
    if (error !== null && before.filters !== this.props.filters && address !== window.location.search) this.retry()
  }

  private readonly retry = () => {
    this.props.onRetry()
    this.setState({ error: null })
  }

  override render() {
    const { isInline, fallback, frame, children } = this.props
    const { error, hasFailed } = this.state
    if (error === null) return isInline && !hasFailed ? children : <Suspense fallback={fallback}>{children}</Suspense>
    return frame(<LoadProblem compact title="This part could not be loaded" error={error} onRetry={this.retry} />)
  }
}
