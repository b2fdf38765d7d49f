import type { Metadata } from 'next'
import { Prefetch, titleAfter } from '@/app/prefetch'
import { SessionScreen } from '@/components/thinking/session-screen'
import { textOfSegment } from '@/lib/presentation/text-of-segment'
import { thinkingSession } from '@/lib/queries/thinking'

type SessionPageProps = PageProps<'/p/[project]/thinking/[sessionId]'>

export async function generateMetadata({ params }: SessionPageProps): Promise<Metadata> {
  const { project, sessionId } = await params
  const query = thinkingSession(project, textOfSegment(sessionId))
  return titleAfter(query, ({ session }) => session.target ?? session.id, 'Thinking session')
}

export default async function SessionPage({ params }: SessionPageProps) {
  const { project, sessionId: encoded } = await params
  const sessionId = textOfSegment(encoded)
  return (
    <Prefetch queries={[thinkingSession(project, sessionId)]} mustExist>
      <SessionScreen key={sessionId} project={project} sessionId={sessionId} />
    </Prefetch>
  )
}
