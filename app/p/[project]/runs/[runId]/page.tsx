import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { loadAnswer, Prefetch } from '@/app/prefetch'
import { RunScreen } from '@/components/run/run-screen'
import { runHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Run' }

export default async function RunPage({ params }: PageProps<'/p/[project]/runs/[runId]'>) {
  const { project, runId: name } = await params
  const detail = queryOf('GET /api/v1/runs/{runId}', { runId: decodeURIComponent(name) }, { project })
  const { id: runId } = (await loadAnswer(detail)).run
  // One canonical URL per run, so that live events, which carry the desk's id, match the page.
  if (runId !== name) redirect(runHref(project, runId))
  return (
    <Prefetch queries={[detail]}>
      <RunScreen project={project} runId={runId} />
    </Prefetch>
  )
}
