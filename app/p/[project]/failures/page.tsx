import type { Metadata } from 'next'
import { openDefaultView } from '@/app/default-view'
import { Prefetch } from '@/app/prefetch'
import { FailuresScreen } from '@/components/failures/failures-screen'
import { failureList, loadFailureSearch, toFailureListInput } from '@/lib/queries/failure-search'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Failures' }

export default async function FailuresPage({ params, searchParams }: PageProps<'/p/[project]/failures'>) {
  const { project } = await params
  const list = failureList(project, toFailureListInput(await loadFailureSearch(searchParams)))
  const shown = [list, queryOf('GET /api/v1/runs/facets', {}, { project })]
  const queries = await openDefaultView({ project, screen: 'failures', searchParams, queries: shown })
  return (
    <Prefetch queries={queries}>
      <FailuresScreen project={project} />
    </Prefetch>
  )
}
