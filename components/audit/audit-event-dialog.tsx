'use client'

import { useQuery } from '@tanstack/react-query'
import { ChangeList } from '@/components/domain-ui/change-list'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { DefinitionList } from '@/components/ui/definition-list'
import { Dialog } from '@/components/ui/dialog'
import { JsonView } from '@/components/ui/json-view'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { AbsoluteTime } from '@/components/ui/time'
import type { AuditEventRow } from '@/lib/contracts/audit'
import { prepareAuditChanges } from '@/lib/presentation/charts/prepare-changes'
import { auditActionLabel, auditOrigin } from '@/lib/presentation/labels/audit'
import { queryOf } from '@/lib/queries/query-of'
import { useAuditSearch, useOpenEvent } from './audit-filters'
import { SubjectLink } from './audit-list'

/** Dialog of the audit event in the URL: its changes, and its hashes in the chain. */
export function AuditEventDialog({ project }: { project: string }) {
  const [seq, open] = useOpenEvent()
  return seq === null || seq < 1 ? null : <OpenEvent project={project} seq={seq} onClose={() => void open(null)} />
}

function OpenEvent({ project, seq, onClose }: { project: string; seq: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...queryOf('GET /api/v1/audit', { before: seq + 1, limit: 1 }, { project, isStill: true }),
    select: ({ events }) => events.find((event) => event.seq === seq) ?? null,
  })
  const { change } = useAuditSearch()
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
      {error && data === undefined ? (
        <LoadProblem compact title="The event could not be loaded" error={error} onRetry={() => void refetch()} />
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

function AuditEventDetail({ project, event }: { project: string; event: AuditEventRow }) {
  const changes = prepareAuditChanges(event.before, event.after)
  return (
    <div className="space-y-5">
      <DefinitionList
        items={[
          { term: 'Subject', value: <SubjectLink project={project} event={event} /> },
          { term: 'Who', value: event.actor },
          { term: 'From where', value: auditOrigin(event) ?? 'Not recorded' },
          { term: 'When', value: <AbsoluteTime iso={event.at} /> },
        ]}
      />
      <Panel title="What changed" note={noteOf(event, changes.length)}>
        <ChangeList changes={changes} />
        <details className="mt-3 text-sm">
          <summary className="w-fit text-ink-2 hover:text-ink">Before and after, as stored</summary>
          <div className="mt-2 grid gap-3 sm:grid-cols-2">
            <JsonView value={event.before ?? null} name="before" />
            <JsonView value={event.after ?? null} name="after" />
          </div>
        </details>
      </Panel>
      <Panel title={`Place in the chain: event ${event.seq}`}>
        <DefinitionList
          items={[
            { term: 'Hash', value: <Hash text={event.hash} label="Copy the hash" /> },
            { term: 'Hash before it', value: <Hash text={event.prevHash} label="Copy the hash before it" /> },
            ...(event.evidenceDigest === null
              ? []
              : [
                  {
                    term: 'Evidence',
                    value: <Hash text={event.evidenceDigest} label="Copy the digest of the evidence" />,
                    title: 'Digest of the evidence behind the decision',
                  },
                ]),
          ]}
        />
      </Panel>
    </div>
  )
}

function Hash({ text, label }: { text: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code className="break-all text-left font-mono text-xs">{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  )
}

function noteOf({ isCovered, erasedBy, subject }: AuditEventRow, changes: number): string | undefined {
  if (isCovered && subject.startsWith('pair:'))
    return 'You judge these pairs blind: the answer is shown once you have seen which side was which.'
  if (isCovered) return 'You review this run blind: what others did is shown once you have given your verdict.'
  if (erasedBy !== undefined)
    return 'Its content was deleted together with its subject. Its hash still keeps its place in the chain.'
  return changes === 0 ? 'No value differs before and after.' : undefined
}
