'use client'

import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { auditActionLabel } from '@/lib/format/audit-words'
import { auditQueries } from '@/lib/queries/audit'
import { toProblem } from '@/lib/queries/problem'
import { AuditEventDetail } from './audit-event-detail'
import { useAuditSearch, useOpenEvent } from './use-audit-search'

/** The event that the address names: what it changed, and its place in the chain. */
export function AuditEventDialog({ project }: { project: string }) {
  const [seq, open] = useOpenEvent()
  return seq === null || seq < 1 ? null : <OpenEvent project={project} seq={seq} onClose={() => void open(null)} />
}

function OpenEvent({ project, seq, onClose }: { project: string; seq: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(auditQueries.event(project, seq))
  const { change } = useAuditSearch()
  const problem = error && data === undefined ? toProblem(error) : null
  const showAll = (subject: string) => {
    onClose()
    void change({ actor: null, action: null, from: null, to: null, subject })
  }
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={data ? auditActionLabel(data.action) : `Event ${seq}`}
      actions={data && <Button onClick={() => showAll(data.subject)}>All events of this subject</Button>}
    >
      {problem ? (
        <StatePanel
          state="error"
          title={problem.message}
          requestId={problem.requestId}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
          compact
        />
      ) : data ? (
        <AuditEventDetail project={project} event={data} />
      ) : data === null ? (
        <StatePanel state="empty" title="There is no such event" compact />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Dialog>
  )
}
