'use client'

import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { isOfDatabase } from '@/lib/queries/problem'

export type PageProblemProps = { error: Error & { digest?: string }; retry: () => void }

const TRY_AGAIN_S = 5

/** In place of a page that failed: the message, the id of the request, and a button to try again. */
export function PageProblem({ error, retry }: PageProblemProps) {
  const { reset } = useQueryErrorResetBoundary()
  const tryAgain = () => {
    reset()
    retry()
  }
  const isTemporary = isOfDatabase(error)
  const onTurn = useEffectEvent(tryAgain)
  useEffect(() => {
    if (!isTemporary) return
    const timer = setInterval(onTurn, TRY_AGAIN_S * 1000)
    return () => clearInterval(timer)
  }, [isTemporary])
  const title = isTemporary
    ? `This page could not be shown, and tries again every ${TRY_AGAIN_S} seconds`
    : 'This page could not be shown'
  return (
    <>
      <h1 className="sr-only">Not shown</h1>
      <LoadProblem title={title} error={error} onRetry={tryAgain} />
    </>
  )
}
