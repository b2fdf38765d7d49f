import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { GateScreen } from '@/components/gates/gate-screen'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Gate' }

export default async function GatePage({ params }: PageProps<'/p/[project]/gates/[gateId]'>) {
  const { project, gateId } = await params
  return (
    <Prefetch queries={[queryOf('GET /api/v1/gates/{gateId}', { gateId }, { project })]} mustExist>
      <GateScreen key={gateId} project={project} gateId={gateId} />
    </Prefetch>
  )
}
