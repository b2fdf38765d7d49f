'use client'

import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'

type PageAnswersProps = {
  /** The queries that the server has answered, as JSON: React takes an object apart, and a long text as it is. */
  answered: string
  /** Those whose answers are streamed. */
  pending: DehydratedState['queries']
  children: ReactNode
}

/** Gives the page the answers that the server had for its queries. */
export function PageAnswers({ answered, pending, children }: PageAnswersProps) {
  const state = useMemo(
    (): DehydratedState => ({ mutations: [], queries: [...JSON.parse(answered), ...pending] }),
    [answered, pending],
  )
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>
}
