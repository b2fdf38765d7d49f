import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { OverviewScreen } from '@/components/overview/overview-screen'
import { loadOverviewSearch, overviewQueries, toOverviewInput } from '@/lib/queries/overview-search'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage({ params, searchParams }: PageProps<'/p/[project]'>) {
  const { project } = await params
  const shown = overviewQueries(project, toOverviewInput(await loadOverviewSearch(searchParams)))
  return (
    <Prefetch queries={[...Object.values(shown), queryOf('GET /api/v1/runs/facets', {}, { project })]} streams>
      <OverviewScreen project={project} />
    </Prefetch>
  )
}
