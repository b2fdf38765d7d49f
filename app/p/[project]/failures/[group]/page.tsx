import type { Metadata } from 'next'
import { Prefetch, titleAfter } from '@/app/prefetch'
import { FailureScreen } from '@/components/failures/failure-screen'
import { failureName } from '@/lib/presentation/labels/failures'
import { textOfSegment } from '@/lib/presentation/text-of-segment'
import { failureGroupQuery, loadFailureRange } from '@/lib/queries/failure-search'

type FailurePageProps = PageProps<'/p/[project]/failures/[group]'>

export async function generateMetadata({ params, searchParams }: FailurePageProps): Promise<Metadata> {
  const { project, group } = await params
  const { range } = await loadFailureRange(searchParams)
  const query = failureGroupQuery(project, textOfSegment(group), range)
  return titleAfter(query, ({ group }) => failureName(group), 'Failure')
}

export default async function FailurePage({ params, searchParams }: FailurePageProps) {
  const { project, group: encoded } = await params
  const group = textOfSegment(encoded)
  const { range } = await loadFailureRange(searchParams)
  return (
    <Prefetch queries={[failureGroupQuery(project, group, range)]} mustExist>
      <FailureScreen key={group} project={project} fingerprint={group} />
    </Prefetch>
  )
}
