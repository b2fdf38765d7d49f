import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { FailureScreen } from '@/components/failures/failure-screen'
import { failureGroupQuery, loadFailureRange } from '@/lib/queries/failure-search'

export const metadata: Metadata = { title: 'Failure' }

export default async function FailurePage({ params, searchParams }: PageProps<'/p/[project]/failures/[group]'>) {
  const { project, group: encoded } = await params
  const group = decodeURIComponent(encoded)
  const { range } = await loadFailureRange(searchParams)
  return (
    <Prefetch queries={[failureGroupQuery(project, group, range)]} mustExist>
      <FailureScreen key={group} project={project} fingerprint={group} />
    </Prefetch>
  )
}
