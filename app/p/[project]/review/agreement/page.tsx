import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { AgreementScreen } from '@/components/review/agreement-screen'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Agreement' }

export default async function AgreementPage({ params }: PageProps<'/p/[project]/review/agreement'>) {
  const { project } = await params
  return (
    <Prefetch queries={[queryOf('GET /api/v1/review/agreement', {}, { project })]}>
      <AgreementScreen project={project} />
    </Prefetch>
  )
}
