import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { GateScreen } from '@/components/gates/gate-screen'
import { pageContext } from '@/lib/auth'
import { AppError } from '@/lib/operations/errors'
import { getGate } from '@/lib/operations/gates/get'
import { gateQueries } from '@/lib/queries/gates'
import { getQueryClient } from '@/lib/queries/query-client'

export const metadata: Metadata = { title: 'Gate' }

export default async function GatePage({ params }: PageProps<'/p/[project]/gates/[gateId]'>) {
  const { project, gateId } = await params
  const ctx = await pageContext(project)
  const client = getQueryClient()
  const query = { ...gateQueries.detail(project, gateId), queryFn: () => getGate.run(ctx, { gateId }) }
  await client.query({ ...query, retry: false }).catch(refuseUnknown)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <GateScreen key={gateId} project={project} gateId={gateId} />
    </HydrationBoundary>
  )
}

/** An address that names no gate of this project is a page that does not exist; all else is tried again by the browser. */
function refuseUnknown(error: unknown): void {
  if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')) notFound()
}
