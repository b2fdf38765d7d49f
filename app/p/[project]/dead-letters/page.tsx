import { dehydrate, HydrationBoundary, noop } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { DeadLettersScreen } from '@/components/dead-letters/dead-letters-screen'
import { pageContext } from '@/lib/auth'
import { listDeadLetters } from '@/lib/operations/dead-letters/list'
import { loadDeadLetterSearch, toDeadLetterListInput } from '@/lib/queries/dead-letter-search'
import { deadLetterPage, deadLetterQueries } from '@/lib/queries/dead-letters'
import { getQueryClient } from '@/lib/queries/query-client'

export const metadata: Metadata = { title: 'Dead letters' }

export default async function DeadLettersPage({ params, searchParams }: PageProps<'/p/[project]/dead-letters'>) {
  const { project } = await params
  const ctx = await pageContext(project)
  const input = toDeadLetterListInput(await loadDeadLetterSearch(searchParams))
  const client = getQueryClient()
  // Awaited, since the filters show counts of what the list found.
  await client
    .infiniteQuery({
      ...deadLetterQueries.list(project, input),
      queryFn: () => listDeadLetters.run(ctx, deadLetterPage(input, undefined)),
    })
    .catch(noop)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <DeadLettersScreen project={project} />
    </HydrationBoundary>
  )
}
