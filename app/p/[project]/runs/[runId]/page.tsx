import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { loadAnswer, Prefetch, startQueries, titleAfter } from '@/app/prefetch'
import { RunScreen } from '@/components/run/run-screen'
import { runHref } from '@/lib/presentation/links'
import { textOfSegment } from '@/lib/presentation/text-of-segment'
import { hasCause } from '@/lib/presentation/transcript/flaws'
import { queryOf } from '@/lib/queries/query-of'
import { causeQuery, commentsQuery } from '@/lib/queries/run-parts'

type RunPageProps = PageProps<'/p/[project]/runs/[runId]'>

export async function generateMetadata({ params }: RunPageProps): Promise<Metadata> {
  const { project, runId } = await params
  return titleAfter(detailOf(project, runId), ({ run }) => run.title ?? run.clientId, 'Run')
}

export default async function RunPage({ params }: RunPageProps) {
  const { project, runId: name } = await params
  const detail = detailOf(project, name)
  startQueries([commentsQuery(project, name)])
  const answer = await loadAnswer(detail)
  const runId = answer.run.id
  // One canonical URL per run, so that live events, which carry the desk's id, match the page.
  if (runId !== name) redirect(runHref(project, runId))
  return (
    <Prefetch
      queries={[detail, commentsQuery(project, runId), ...(hasCause(answer) ? [causeQuery(project, runId)] : [])]}
    >
      <RunScreen project={project} runId={runId} />
    </Prefetch>
  )
}

function detailOf(project: string, name: string) {
  return queryOf('GET /api/v1/runs/{runId}', { runId: textOfSegment(name) }, { project })
}
