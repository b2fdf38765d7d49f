import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { AuditScreen } from '@/components/audit/audit-screen'
import { auditList, loadAuditSearch, toAuditListInput } from '@/lib/queries/audit-search'

export const metadata: Metadata = { title: 'Audit log' }

export default async function AuditPage({ params, searchParams }: PageProps<'/p/[project]/settings/audit'>) {
  const { project } = await params
  const input = toAuditListInput(await loadAuditSearch(searchParams))
  return (
    <Prefetch queries={[auditList(project, input)]}>
      <AuditScreen project={project} />
    </Prefetch>
  )
}
