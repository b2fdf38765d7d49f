import type { Metadata } from 'next'
import { Prefetch, titleAfter } from '@/app/prefetch'
import { OverviewScreen } from '@/components/overview/overview-screen'
import { loadOverviewSearch, overviewQueries, toOverviewInput } from '@/lib/queries/overview-search'
import { queryOf } from '@/lib/queries/query-of'

type OverviewPageProps = PageProps<'/p/[project]'>

/** The template of the project's layout does not reach the page beside it. */
export async function generateMetadata({ params }: OverviewPageProps): Promise<Metadata> {
  const { project } = await params
  return titleAfter(queryOf('GET /api/v1/status', {}, { project }), () => 'Overview', 'Overview')
}

export default async function OverviewPage({ params, searchParams }: OverviewPageProps) {
  const { project } = await params
  const shown = overviewQueries(project, toOverviewInput(await loadOverviewSearch(searchParams)))
  return (
    <Prefetch queries={[...Object.values(shown), queryOf('GET /api/v1/runs/facets', {}, { project })]} streams>
      <OverviewScreen project={project} />
    </Prefetch>
  )
}
