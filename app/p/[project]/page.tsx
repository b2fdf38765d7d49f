import type { Metadata } from 'next'
import { isProjectFound, Prefetch } from '@/app/prefetch'
import { OverviewScreen } from '@/components/overview/overview-screen'
import { loadOverviewSearch, overviewQueries, toOverviewInput } from '@/lib/queries/overview-search'
import { queryOf } from '@/lib/queries/query-of'

type OverviewPageProps = PageProps<'/p/[project]'>

/** The template of the project's layout does not reach the page beside it. */
export async function generateMetadata({ params }: OverviewPageProps): Promise<Metadata> {
  return { title: (await isProjectFound((await params).project)) ? 'Overview' : 'Not found' }
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
