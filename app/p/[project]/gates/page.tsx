import type { Metadata } from 'next'
import { openDefaultView } from '@/app/default-view'
import { Prefetch } from '@/app/prefetch'
import { GatesScreen } from '@/components/gates/gates-screen'
import { gateList, loadGateSearch, toGateListInput } from '@/lib/queries/gates'

export const metadata: Metadata = { title: 'Gates' }

export default async function GatesPage({ params, searchParams }: PageProps<'/p/[project]/gates'>) {
  const { project } = await params
  const shown = [gateList(project, toGateListInput(await loadGateSearch(searchParams)))]
  const queries = await openDefaultView({ project, screen: 'gates', searchParams, queries: shown })
  return (
    <Prefetch queries={queries}>
      <GatesScreen project={project} />
    </Prefetch>
  )
}
