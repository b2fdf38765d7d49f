import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { SessionScreen } from '@/components/thinking/session-screen'
import { thinkingSession } from '@/lib/queries/thinking'

export const metadata: Metadata = { title: 'Thinking session' }

export default async function SessionPage({ params }: PageProps<'/p/[project]/thinking/[sessionId]'>) {
  const { project, sessionId: encoded } = await params
  const sessionId = decodeURIComponent(encoded)
  return (
    <Prefetch queries={[thinkingSession(project, sessionId)]} mustExist>
      <SessionScreen key={sessionId} project={project} sessionId={sessionId} />
    </Prefetch>
  )
}
