import { ChangeList } from '@/components/configuration/change-list'
import { CopyButton } from '@/components/ui/copy-button'
import { DefinitionList } from '@/components/ui/definition-list'
import { JsonView } from '@/components/ui/json-view'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime } from '@/components/ui/time'
import { prepareAuditChanges } from '@/lib/charts/prepare-audit-changes'
import type { AuditEventRow } from '@/lib/contracts/audit'
import { auditOrigin } from '@/lib/format/audit-words'
import { SubjectLink } from './audit-table-row'

export function AuditEventDetail({ project, event }: { project: string; event: AuditEventRow }) {
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
      <Panel title="What changed" note={changes.length === 0 ? 'No value differs before and after.' : undefined}>
        <ChangeList changes={changes} />
        <details className="mt-3 text-sm">
          <summary className="cursor-pointer text-ink-2">Before and after as they are kept</summary>
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
                    title: 'Digest of the evidence that the decision was taken on',
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
