import type { Metadata } from 'next'
import { openDefaultView } from '@/app/default-view'
import { Prefetch } from '@/app/prefetch'
import { RunsScreen } from '@/components/runs/runs-screen'
import { queryOf } from '@/lib/queries/query-of'
import { loadRunSearch, runList, toRunListInput } from '@/lib/queries/run-search'

export const metadata: Metadata = { title: 'Runs' }

export default async function RunsPage({ params, searchParams }: PageProps<'/p/[project]/runs'>) {
  const { project } = await params
  const list = runList(project, toRunListInput(await loadRunSearch(searchParams)))
  const shown = [list, queryOf('GET /api/v1/runs/facets', {}, { project })]
  const queries = await openDefaultView({ project, screen: 'runs', searchParams, queries: shown })
  return (
    <Prefetch queries={queries} streams>
      <RunsScreen project={project} />
    </Prefetch>
  )
}
