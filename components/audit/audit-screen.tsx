'use client'

import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import { PageDescription } from '@/components/ui/page-header'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { AuditCheck } from '@/lib/contracts/audit'
import { formatPlural } from '@/lib/presentation/format/number'
import { capital } from '@/lib/presentation/format/text'
import { problemOf } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { AuditEventDialog } from './audit-event-dialog'
import { AuditFilters } from './audit-filters'
import { AuditList } from './audit-list'

/** Page of the audit log. Each event contains the hash of the previous one. */
export function AuditScreen({ project }: { project: string }) {
  return (
    <>
      <PageDescription
        action={
          <Button asChild>
            <a href={`/api/v1/audit/export?project=${encodeURIComponent(project)}`} download={`audit-${project}.jsonl`}>
              <Download aria-hidden />
              Export
            </a>
          </Button>
        }
      >
        Every decision and every change of configuration. Nothing here is ever changed or removed, and each event holds
        the hash of the one before it.
      </PageDescription>
      <VerifyLog project={project} />
      <AuditFilters project={project} />
      <PartBoundary fallback={<SkeletonRows rows={10} />} isSteady>
        <AuditList project={project} />
        {/* Inside the list's boundary: a dialog opening before the list hydrates would cause a mismatch. */}
        <AuditEventDialog project={project} />
      </PartBoundary>
    </>
  )
}

/** Button that verifies the chain of hashes on the server, with its result. */
function VerifyLog({ project }: { project: string }) {
  const verify = useMutation(mutationOf('GET /api/v1/audit/verification', { project }))
  const problem = problemOf(verify.error)
  return (
    <div className="mb-4 grid gap-2" aria-live="polite">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button pending={verify.isPending} onClick={() => verify.mutate({})}>
          Verify the log
        </Button>
        <span className="text-ink-3 text-xs">
          Or anywhere: <code className="font-mono">veritas verify-audit</code>
        </span>
      </div>
      {problem && (
        <Notice tone="fail" title="The log could not be verified">
          {problem.message}
        </Notice>
      )}
      {verify.data && <Verdict check={verify.data} />}
    </div>
  )
}

function Verdict({ check: { events, head, fault } }: { check: AuditCheck }) {
  if (fault) {
    const before =
      events === 0 ? 'No earlier event was checked.' : `${formatPlural(events, 'event')} before it are unchanged.`
    return (
      <Notice tone="fail" title={`The log has been altered: event ${fault.seq}`}>
        {sentence(fault.message)} {before}
      </Notice>
    )
  }
  if (!head) return <Notice tone="neutral">Nothing to verify yet.</Notice>
  return (
    <Notice tone="pass" title={`All ${formatPlural(events, 'event')} are intact`}>
      <p className="flex flex-wrap items-center gap-x-1">
        Head <code className="break-all font-mono text-xs">{head.hash}</code>
        <CopyButton text={head.hash} label="Copy the head" />
      </p>
      <p className="text-ink-2">
        Keep it somewhere else: <code className="font-mono text-xs">veritas verify-audit --head</code> then also detects
        a log that was rewritten as a whole.
      </p>
    </Notice>
  )
}

const sentence = (text: string) => `${capital(text)}.`
