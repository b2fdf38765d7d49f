import { dehydrate, HydrationBoundary, noop } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { OverviewScreen } from '@/components/overview/overview-screen'
import { pageContext } from '@/lib/auth'
import { getFailurePatterns } from '@/lib/operations/failures/patterns'
import { listGates } from '@/lib/operations/gates/list'
import { getOverview } from '@/lib/operations/overview/get'
import { runFacets } from '@/lib/operations/runs/facets'
import { listRuns } from '@/lib/operations/runs/list'
import { listExecutions } from '@/lib/operations/runs/list-executions'
import { executionQueries } from '@/lib/queries/executions'
import { failureQueries } from '@/lib/queries/failures'
import { EXECUTIONS_SHOWN, flaggedRuns, overviewQueries, waitingGates } from '@/lib/queries/overview'
import { loadOverviewSearch, toOverviewInput } from '@/lib/queries/overview-search'
import { getQueryClient } from '@/lib/queries/query-client'
import { runQueries } from '@/lib/queries/runs'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage({ params, searchParams }: PageProps<'/p/[project]'>) {
  const { project } = await params
  const ctx = await pageContext(project)
  const input = toOverviewInput(await loadOverviewSearch(searchParams))
  const wall = { ...input, limit: EXECUTIONS_SHOWN }
  const client = getQueryClient()
  const started = [
    client.query({ ...overviewQueries.get(project, input), queryFn: () => getOverview.run(ctx, input) }),
    client.query({ ...failureQueries.patterns(project, input), queryFn: () => getFailurePatterns.run(ctx, input) }),
    client.query({ ...executionQueries.list(project, wall), queryFn: () => listExecutions.run(ctx, wall) }),
    client.query({
      ...overviewQueries.gates(project, input),
      queryFn: () => listGates.run(ctx, waitingGates(input)),
    }),
    client.query({ ...overviewQueries.flagged(project, input), queryFn: () => listRuns.run(ctx, flaggedRuns(input)) }),
    client.query({ ...runQueries.facets(project), queryFn: () => runFacets.run(ctx, {}) }),
  ]
  for (const query of started) void query.catch(noop)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <OverviewScreen project={project} />
    </HydrationBoundary>
  )
}
