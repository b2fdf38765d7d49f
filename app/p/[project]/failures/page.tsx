import type { Metadata } from 'next'
import { openDefaultView } from '@/app/default-view'
import { Prefetch } from '@/app/prefetch'
import { FailuresScreen } from '@/components/failures/failures-screen'
import { failureList, loadFailureSearch, toFailureListInput } from '@/lib/queries/failure-search'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Failures' }

export default async function FailuresPage({ params, searchParams }: PageProps<'/p/[project]/failures'>) {
  const { project } = await params
  await openDefaultView({ project, screen: 'failures', searchParams })
  const input = toFailureListInput(await loadFailureSearch(searchParams))
  return (
    <Prefetch queries={[failureList(project, input), queryOf('GET /api/v1/runs/facets', {}, { project })]}>
      <FailuresScreen project={project} />
    </Prefetch>
  )
}
