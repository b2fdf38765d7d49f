import type { Metadata } from 'next'
import { openDefaultView } from '@/app/default-view'
import { Prefetch } from '@/app/prefetch'
import { GatesScreen } from '@/components/gates/gates-screen'
import { loadGateSearch, toGateListInput } from '@/lib/queries/gate-search'
import { gateList } from '@/lib/queries/gates'

export const metadata: Metadata = { title: 'Gates' }

export default async function GatesPage({ params, searchParams }: PageProps<'/p/[project]/gates'>) {
  const { project } = await params
  await openDefaultView({ project, screen: 'gates', searchParams })
  const input = toGateListInput(await loadGateSearch(searchParams))
  return (
    <Prefetch queries={[gateList(project, input)]}>
      <GatesScreen project={project} />
    </Prefetch>
  )
}
