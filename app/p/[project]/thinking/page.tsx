import { dehydrate, HydrationBoundary, noop } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ThinkingScreen } from '@/components/thinking/thinking-screen'
import { pageContext } from '@/lib/auth'
import { listThinkingSessions } from '@/lib/operations/thinking/sessions'
import { getQueryClient } from '@/lib/queries/query-client'
import { sessionPage, thinkingQueries } from '@/lib/queries/thinking'
import { loadThinkingSearch, toSessionListInput } from '@/lib/queries/thinking-search'

export const metadata: Metadata = { title: 'Thinking' }

export default async function ThinkingPage({ params, searchParams }: PageProps<'/p/[project]/thinking'>) {
  const { project } = await params
  const ctx = await pageContext(project)
  const input = toSessionListInput(await loadThinkingSearch(searchParams))
  const client = getQueryClient()
  const list = thinkingQueries.list(project, input)
  void client
    .infiniteQuery({ ...list, queryFn: () => listThinkingSessions.run(ctx, sessionPage(input, undefined)) })
    .catch(noop)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ThinkingScreen project={project} />
    </HydrationBoundary>
  )
}
