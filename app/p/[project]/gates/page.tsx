import { dehydrate, HydrationBoundary, noop } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { GatesScreen } from '@/components/gates/gates-screen'
import { pageContext } from '@/lib/auth'
import { listGates } from '@/lib/operations/gates/list'
import { loadGateSearch, toGateListInput } from '@/lib/queries/gate-search'
import { gatePage, gateQueries } from '@/lib/queries/gates'
import { getQueryClient } from '@/lib/queries/query-client'

export const metadata: Metadata = { title: 'Gates' }

export default async function GatesPage({ params, searchParams }: PageProps<'/p/[project]/gates'>) {
  const { project } = await params
  const ctx = await pageContext(project)
  const input = toGateListInput(await loadGateSearch(searchParams))
  const client = getQueryClient()
  // Awaited, since the filters show counts of what the list found.
  await client
    .infiniteQuery({
      ...gateQueries.list(project, input),
      queryFn: () => listGates.run(ctx, gatePage(input, undefined)),
    })
    .catch(noop)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <GatesScreen project={project} />
    </HydrationBoundary>
  )
}
