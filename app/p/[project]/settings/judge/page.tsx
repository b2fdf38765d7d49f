import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { JudgeSettings } from '@/components/judge/judge-settings'
import { pagesOf, queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Judge' }

export default async function JudgePage({ params }: PageProps<'/p/[project]/settings/judge'>) {
  const { project } = await params
  const calls = pagesOf('GET /api/v1/judge/calls', { limit: 25 }, { project })
  return (
    <Prefetch queries={[queryOf('GET /api/v1/judge', {}, { project }), calls]}>
      <JudgeSettings project={project} />
    </Prefetch>
  )
}
