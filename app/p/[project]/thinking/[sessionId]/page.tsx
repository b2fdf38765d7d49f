import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { SessionScreen } from '@/components/thinking/session-screen'
import { pageContext } from '@/lib/auth'
import { AppError } from '@/lib/operations/errors'
import { getThinkingSession } from '@/lib/operations/thinking/sessions'
import { getQueryClient } from '@/lib/queries/query-client'
import { thinkingQueries } from '@/lib/queries/thinking'

export const metadata: Metadata = { title: 'Thinking session' }

export default async function SessionPage({ params }: PageProps<'/p/[project]/thinking/[sessionId]'>) {
  const { project, sessionId: encoded } = await params
  const sessionId = decodeURIComponent(encoded)
  const ctx = await pageContext(project)
  const view = await getThinkingSession.run(ctx, { sessionId }).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) notFound()
    throw error
  })
  const client = getQueryClient()
  client.setQueryData(thinkingQueries.session(project, sessionId).queryKey, view)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <SessionScreen key={sessionId} project={project} sessionId={sessionId} />
    </HydrationBoundary>
  )
}
