import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { RubricScreen } from '@/components/review/rubric-screen'
import { chainChoices } from '@/lib/queries/chain-search'
import { queryOf } from '@/lib/queries/query-of'
import { loadRubricSearch } from '@/lib/queries/review-search'

export const metadata: Metadata = { title: 'Rubric' }

export default async function RubricPage({ params, searchParams }: PageProps<'/p/[project]/review/rubric'>) {
  const { project } = await params
  const { chain } = await loadRubricSearch(searchParams)
  const rubric = chain === null ? [] : [queryOf('GET /api/v1/review/rubric', { chain }, { project })]
  return (
    <Prefetch queries={[chainChoices(project, null), ...rubric]}>
      <RubricScreen project={project} />
    </Prefetch>
  )
}
