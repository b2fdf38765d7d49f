'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Download, UserX } from 'lucide-react'
import { useState } from 'react'
import { PersonPicker } from '@/components/domain-ui/pickers'
import { Button } from '@/components/ui/button'
import { PageDescription } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Progress } from '@/components/ui/progress'
import { AbsoluteTime, RelativeTime } from '@/components/ui/time'
import type { ErasureView } from '@/lib/contracts/data'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { capital } from '@/lib/presentation/format/text'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
import { DeleteProject, DeleteVersionRuns } from './danger-zone'
import { RedactionSettings } from './redaction-settings'
import { RetentionSettings } from './retention-settings'
import { TypedNameDialog } from './typed-name-dialog'

/** Data settings of a project: retention, redaction, export and deletion. */
export function DataSettings({ project }: { project: string }) {
  const { data } = useSuspenseQuery(queryOf('GET /api/v1/data', {}, { project }))
  return (
    <>
      <PageDescription>
        {formatPlural(data.runs, 'run')} in this project. What is deleted here is gone for good; the audit log keeps who
        deleted it and when.
      </PageDescription>
      <div className="grid gap-10">
        {data.erasures.length > 0 && <Erasures erasures={data.erasures} />}
        <RetentionSettings project={project} saved={data.retention} version={data.versions.retention} />
        <RedactionSettings project={project} saved={data.redaction} version={data.versions.redaction} />
        <Panel
          title="Export"
          note="Everything in this project as JSON lines in a .tar.gz, one folder per table, with a manifest. Keys and secrets are left out."
          actions={
            <Button asChild>
              <a href={`/api/v1/project-export?project=${encodeURIComponent(project)}`} download>
                <Download aria-hidden />
                Export the project
              </a>
            </Button>
          }
        >
          <p className="text-ink-3 text-xs">
            Or on the server:{' '}
            <code className="font-mono">node bin/veritas.mjs export-project {project} file.tar.gz</code>
          </p>
        </Panel>
        <PersonsData project={project} />
        {data.deletesAt === null && (
          <Panel title="Danger zone">
            <div className="divide-y border-y">
              <DeleteVersionRuns project={project} />
              <DeleteProject project={project} />
            </div>
          </Panel>
        )}
      </div>
    </>
  )
}

function Erasures({ erasures }: { erasures: readonly ErasureView[] }) {
  return (
    <Panel title="Deletions">
      <ul className="divide-y border-y text-sm">
        {erasures.map(({ id, what, status, total, done, askedBy, askedAt, endedAt }) => (
          <li key={id} className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1 break-words">
              {capital(what)}
              <span className="block text-ink-3 text-xs">
                {askedBy}, <AbsoluteTime iso={askedAt} />
              </span>
            </span>
            {status === 'done' ? (
              <span className="text-ink-2 tabular-nums">
                {formatPlural(done, 'run')} deleted {endedAt && <RelativeTime iso={endedAt} />}
              </span>
            ) : (
              <span className="grid w-52 max-w-full gap-1">
                <span className="text-ink-2 text-xs tabular-nums">
                  {formatCount(done)} of {formatCount(total)} deleted
                </span>
                <Progress label={`Deleting ${what}`} share={total === 0 ? null : done / total} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Export and erasure of a member's personal data. */
function PersonsData({ project }: { project: string }) {
  const [person, setPerson] = useState<{ userId: string; name: string } | null>(null)
  const remove = useMutation(mutationOf('POST /api/v1/members/{userId}/erase', { project }))
  return (
    <Panel
      title="One person’s data"
      note="For requests to access or delete personal data. Verdicts stay as those of an anonymous reviewer. The audit log keeps who did what."
    >
      <div className="flex flex-wrap items-center gap-2">
        <PersonPicker
          label="Person"
          className="w-56"
          project={project}
          value={person?.userId}
          onChange={(userId, name) => setPerson({ userId, name })}
        />
        {person && (
          <>
            <Button asChild>
              <a
                href={`/api/v1/members/${person.userId}/data?project=${encodeURIComponent(project)}`}
                download={`${person.name}.json`}
              >
                <Download aria-hidden />
                Export as JSON
              </a>
            </Button>
            <TypedNameDialog
              key={person.userId}
              trigger={
                <Button variant="danger-outline" icon={<UserX aria-hidden />}>
                  Remove person
                </Button>
              }
              title={`Remove ${person.name} from the desk?`}
              consequence="Their name and address become “Removed person”. They are signed out everywhere, and keys they made stop working. This cannot be undone."
              name={person.name}
              verb="Remove person"
              act={(name) => remove.mutateAsync({ userId: person.userId, name: name.trim() })}
              done={`${person.name} was removed`}
            />
          </>
        )}
      </div>
    </Panel>
  )
}
