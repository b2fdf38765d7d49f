'use client'

import { Button } from './button'

type MoreRowsProps = {
  /** What the rows are, where that is to be said. */
  noun?: string
  isLoading: boolean
  hasFailed: boolean
  onRetry: () => void
}

/** Below a list that goes on: that more is on its way, or could not be loaded. */
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
