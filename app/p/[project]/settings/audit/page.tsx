import { dehydrate, HydrationBoundary, noop } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AuditScreen } from '@/components/audit/audit-screen'
import { pageContext } from '@/lib/auth'
import { listAuditEvents } from '@/lib/operations/audit-log/read'
import { auditPage, auditQueries } from '@/lib/queries/audit'
import { loadAuditSearch, toAuditListInput } from '@/lib/queries/audit-search'
import { getQueryClient } from '@/lib/queries/query-client'

export const metadata: Metadata = { title: 'Audit log' }

export default async function AuditPage({ params, searchParams }: PageProps<'/p/[project]/settings/audit'>) {
  const { project } = await params
  const ctx = await pageContext(project)
  const input = toAuditListInput(await loadAuditSearch(searchParams))
  const client = getQueryClient()
  // Awaited, since the filters offer what the list found.
  await client
    .infiniteQuery({
      ...auditQueries.list(project, input),
      queryFn: () => listAuditEvents.run(ctx, auditPage(input, undefined)),
    })
    .catch(noop)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AuditScreen project={project} />
    </HydrationBoundary>
  )
}
