import type { Metadata } from 'next'
import { openDefaultView } from '@/app/default-view'
import { Prefetch } from '@/app/prefetch'
import { ConvergenceScreen } from '@/components/convergence/convergence-screen'
import { convergenceQueries, loadConvergenceSearch } from '@/lib/queries/convergence-search'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Convergence' }

export default async function ConvergencePage({ params, searchParams }: PageProps<'/p/[project]/convergence'>) {
  const { project } = await params
  const search = await loadConvergenceSearch(searchParams)
  const shown = [...convergenceQueries(project, search), queryOf('GET /api/v1/runs/facets', {}, { project })]
  const queries = await openDefaultView({ project, screen: 'convergence', searchParams, queries: shown })
  return (
    <Prefetch queries={queries}>
      <ConvergenceScreen project={project} />
    </Prefetch>
  )
}
