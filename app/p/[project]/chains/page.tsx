import { dehydrate, HydrationBoundary, noop } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ChainsScreen } from '@/components/chains/chains-screen'
import { pageContext } from '@/lib/auth'
import { listChains } from '@/lib/operations/chains/get'
import { chainQueries } from '@/lib/queries/chains'
import { getQueryClient } from '@/lib/queries/query-client'

export const metadata: Metadata = { title: 'Chains' }

export default async function ChainsPage({ params }: PageProps<'/p/[project]/chains'>) {
  const { project } = await params
  const ctx = await pageContext(project)
  const client = getQueryClient()
  void client.query({ ...chainQueries.list(project), queryFn: () => listChains.run(ctx, {}) }).catch(noop)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ChainsScreen project={project} />
    </HydrationBoundary>
  )
}
