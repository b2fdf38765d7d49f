import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { ChainsScreen } from '@/components/chains/chains-screen'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Chains' }

export default async function ChainsPage({ params }: PageProps<'/p/[project]/chains'>) {
  const { project } = await params
  return (
    <Prefetch queries={[queryOf('GET /api/v1/chains', {}, { project })]} streams>
      <ChainsScreen project={project} />
    </Prefetch>
  )
}
