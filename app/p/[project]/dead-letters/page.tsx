import type { Metadata } from 'next'
import { openDefaultView } from '@/app/default-view'
import { Prefetch } from '@/app/prefetch'
import { DeadLettersScreen } from '@/components/dead-letters/dead-letters-screen'
import { deadLetterList, loadDeadLetterSearch } from '@/lib/queries/dead-letter-search'

export const metadata: Metadata = { title: 'Dead letters' }

export default async function DeadLettersPage({ params, searchParams }: PageProps<'/p/[project]/dead-letters'>) {
  const { project } = await params
  const shown = [deadLetterList(project, await loadDeadLetterSearch(searchParams))]
  const queries = await openDefaultView({ project, screen: 'dead-letters', searchParams, queries: shown })
  return (
    <Prefetch queries={queries}>
      <DeadLettersScreen project={project} />
    </Prefetch>
  )
}
