import type { Metadata } from 'next'
import { findAnswer, Prefetch, titleAfter } from '@/app/prefetch'
import { GateScreen } from '@/components/gates/gate-screen'
import { gateTitle } from '@/lib/presentation/labels/gates'
import { queryOf } from '@/lib/queries/query-of'

type GatePageProps = PageProps<'/p/[project]/gates/[gateId]'>

export async function generateMetadata({ params }: GatePageProps): Promise<Metadata> {
  const { project, gateId } = await params
  return titleAfter(
    queryOf('GET /api/v1/gates/{gateId}', { gateId }, { project }),
    ({ gate }) => gateTitle(gate),
    'Gate',
  )
}

export default async function GatePage({ params }: GatePageProps) {
  const { project, gateId } = await params
  const gate = queryOf('GET /api/v1/gates/{gateId}', { gateId }, { project })
  const runId = (await findAnswer(gate))?.gate.runId
  const run = !runId ? [] : [queryOf('GET /api/v1/runs/{runId}', { runId }, { project })]
  return (
    <Prefetch queries={[gate, ...run]} mustExist>
      <GateScreen key={gateId} project={project} gateId={gateId} />
    </Prefetch>
  )
}
