'use client'

import { Button } from './button'

type MoreRowsProps = {
  /** Plural noun for the rows in the messages. */
  noun?: string
  isLoading: boolean
  hasFailed: boolean
  onRetry: () => void
}

/** Footer of a paginated list: shows that the next page is loading, or that it failed with a retry button. */
export function MoreRows({ noun, isLoading, hasFailed, onRetry }: MoreRowsProps) {
  return (
    <>
      {isLoading && <p className="py-3 text-ink-3 text-sm">{noun ? `Loading more ${noun}…` : 'Loading more…'}</p>}
      {hasFailed && (
        <p className="flex items-center gap-3 py-3 text-sm" role="alert">
          {`The next ${noun ?? 'ones'} could not be loaded.`}
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </p>
      )}
    </>
  )
}
