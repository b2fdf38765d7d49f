import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { ThinkingScreen } from '@/components/thinking/thinking-screen'
import { loadThinkingSearch, sessionList } from '@/lib/queries/thinking'

export const metadata: Metadata = { title: 'Thinking' }

export default async function ThinkingPage({ params, searchParams }: PageProps<'/p/[project]/thinking'>) {
  const { project } = await params
  const search = await loadThinkingSearch(searchParams)
  return (
    <Prefetch queries={[sessionList(project, search)]} streams>
      <ThinkingScreen project={project} />
    </Prefetch>
  )
}
