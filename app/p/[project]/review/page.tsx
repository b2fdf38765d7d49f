import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { ReviewScreen } from '@/components/review/review-screen'
import { loadReviewSearch, reviewItemQuery, reviewQueueQuery } from '@/lib/queries/review-search'

export const metadata: Metadata = { title: 'Review' }

export default async function ReviewPage({ params, searchParams }: PageProps<'/p/[project]/review'>) {
  const { project } = await params
  const search = await loadReviewSearch(searchParams)
  const open = search.run === null ? [] : [reviewItemQuery(project, search.run)]
  return (
    <Prefetch queries={[reviewQueueQuery(project, search), ...open]}>
      <ReviewScreen project={project} />
    </Prefetch>
  )
}
