'use client'

import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'
import { toProblem } from '@/lib/queries/problem'

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void }

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return <PageProblem error={error} retry={retry} />
}

type PageProblemProps = { error: Error & { digest?: string }; retry: () => void }

/** Error page: the message, the request id, and a retry. */
function PageProblem({ error, retry }: PageProblemProps) {
  const { reset } = useQueryErrorResetBoundary()
  const problem = toProblem(error)
  const tryAgain = () => {
    reset()
    retry()
  }
  return (
    <StatePanel
      state="error"
      title="This page could not be shown"
      requestId={problem.requestId ?? error.digest ?? null}
      action={<Button onClick={tryAgain}>Try again</Button>}
    >
      {problem.message}
    </StatePanel>
  )
}
