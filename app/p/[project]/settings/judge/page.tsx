import { dehydrate, HydrationBoundary, noop } from '@tanstack/react-query'
import { JudgeSettings } from '@/components/judge/judge-settings'
import { pageContext } from '@/lib/auth'
import { getJudge, listJudgeCalls } from '@/lib/operations/judge/status'
import { judgeCallPage, judgeQueries } from '@/lib/queries/judge'
import { getQueryClient } from '@/lib/queries/query-client'

type JudgePageProps = { params: Promise<{ project: string }> }

export default async function JudgePage({ params }: JudgePageProps) {
  const { project } = await params
  const ctx = await pageContext(project)
  const client = getQueryClient()
  await Promise.all([
    client.query({ ...judgeQueries.detail(project), queryFn: () => getJudge.run(ctx, {}) }),
    client
      .infiniteQuery({
        ...judgeQueries.calls(project),
        queryFn: () => listJudgeCalls.run(ctx, judgeCallPage(undefined)),
      })
      .catch(noop),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <JudgeSettings project={project} />
    </HydrationBoundary>
  )
}
