'use client'

import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { LoadProblem } from '@/components/domain-ui/load-problem'

export type PageProblemProps = { error: Error & { digest?: string }; retry: () => void }

/** In place of a page that failed: the message, the id of the request, and a button to try again. */
export function PageProblem({ error, retry }: PageProblemProps) {
  const { reset } = useQueryErrorResetBoundary()
  const tryAgain = () => {
    reset()
    retry()
  }
  return <LoadProblem title="This page could not be shown" error={error} onRetry={tryAgain} />
}
