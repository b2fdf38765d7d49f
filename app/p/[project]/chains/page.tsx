import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { ChainsScreen } from '@/components/chains/chains-screen'
import { chainPage, loadChainSearch } from '@/lib/queries/chain-search'

export const metadata: Metadata = { title: 'Chains' }

export default async function ChainsPage({ params, searchParams }: PageProps<'/p/[project]/chains'>) {
  const { project } = await params
  return (
    <Prefetch queries={[chainPage(project, await loadChainSearch(searchParams))]} streams>
      <ChainsScreen project={project} />
    </Prefetch>
  )
}
