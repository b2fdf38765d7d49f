'use client'

import { Download } from 'lucide-react'
import { Suspense } from 'react'
import { PageLead } from '@/components/settings/page-lead'
import { Button } from '@/components/ui/button'
import { SkeletonRows } from '@/components/ui/skeleton'
import { auditExportHref } from '@/lib/queries/audit'
import { AuditEventDialog } from './audit-event-dialog'
import { AuditFilters } from './audit-filters'
import { AuditList } from './audit-list'
import { VerifyChain } from './verify-chain'

/** Who decided and changed what, from where; each event holds the hash of the one before it. */
export function AuditScreen({ project }: { project: string }) {
  return (
    <>
      <PageLead
        action={
          <Button asChild>
            <a href={auditExportHref(project)} download={`audit-${project}.jsonl`}>
              <Download aria-hidden />
              Export
            </a>
          </Button>
        }
      >
        Every decision and every change of configuration. Nothing here is ever changed or removed, and each event holds
        the hash of the one before it.
      </PageLead>
      <VerifyChain project={project} />
      <AuditFilters project={project} />
      <Suspense fallback={<SkeletonRows rows={10} />}>
        <AuditList project={project} />
        {/* With the list: a dialog that opens before the list is hydrated would change it. */}
        <AuditEventDialog project={project} />
      </Suspense>
    </>
  )
}
