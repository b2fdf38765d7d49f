import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { RunScreen } from '@/components/run/run-screen'
import { pageContext } from '@/lib/auth'
import { AppError } from '@/lib/operations/errors'
import { getRun } from '@/lib/operations/run-detail/get'
import { getQueryClient } from '@/lib/queries/query-client'
import { runQueries } from '@/lib/queries/runs'

export const metadata: Metadata = { title: 'Run' }

export default async function RunPage({ params }: PageProps<'/p/[project]/runs/[runId]'>) {
  const { project, runId: name } = await params
  const ctx = await pageContext(project)
  const detail = await getRun.run(ctx, { runId: decodeURIComponent(name) }).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) notFound()
    throw error
  })
  const { id: runId } = detail.run
  // One address a run, so that what a live event says of it reaches the page.
  if (runId !== name) redirect(`/p/${encodeURIComponent(project)}/runs/${runId}`)
  const client = getQueryClient()
  client.setQueryData(runQueries.detail(project, runId).queryKey, detail)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RunScreen project={project} runId={runId} />
    </HydrationBoundary>
  )
}
