import { dehydrate, HydrationBoundary, noop } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { RunsScreen } from '@/components/runs/runs-screen'
import { pageContext } from '@/lib/auth'
import { runFacets } from '@/lib/operations/runs/facets'
import { listRuns } from '@/lib/operations/runs/list'
import { getQueryClient } from '@/lib/queries/query-client'
import { loadRunSearch, toRunListInput } from '@/lib/queries/run-search'
import { runPage, runQueries } from '@/lib/queries/runs'

export const metadata: Metadata = { title: 'Runs' }

export default async function RunsPage({ params, searchParams }: PageProps<'/p/[project]/runs'>) {
  const { project } = await params
  const ctx = await pageContext(project)
  const input = toRunListInput(await loadRunSearch(searchParams))
  const client = getQueryClient()
  const list = runQueries.list(project, input)
  void client.infiniteQuery({ ...list, queryFn: () => listRuns.run(ctx, runPage(input, undefined)) }).catch(noop)
  void client.query({ ...runQueries.facets(project), queryFn: () => runFacets.run(ctx, {}) }).catch(noop)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RunsScreen project={project} />
    </HydrationBoundary>
  )
}
