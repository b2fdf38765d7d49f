'use client'

import { Button } from '@/components/ui/button'
import { SignInAgain } from '@/components/ui/problem-notice'
import { StatePanel } from '@/components/ui/state-panel'
import { isOfDatabase, toProblem } from '@/lib/queries/problem'

type LoadProblemProps = { title: string; error: unknown; compact?: boolean; onRetry: () => void }

/** What could not be loaded and why, with the id of the request, and a button to try again. */
export function LoadProblem({ title, error, compact = false, onRetry }: LoadProblemProps) {
  const { code, message, requestId } = toProblem(error)
  return (
    <StatePanel
      compact={compact}
      state="error"
      title={title}
      requestId={requestId ?? (isOfDatabase(error) ? null : digestOf(error))}
      action={
        code === 'unauthorized' ? (
          <SignInAgain />
        ) : (
          <Button onClick={isOfCode(error) ? () => window.location.reload() : onRetry}>Try again</Button>
        )
      }
    >
      {message}
    </StatePanel>
  )
}

/** Whether code of the page could not be loaded. React remembers that, so that only a reload helps. */
const isOfCode = (error: unknown) => error instanceof Error && error.name === 'ChunkLoadError'

/** Next's id of an error on the server, which is also in the log. */
const digestOf = (error: unknown) =>
  error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : null
