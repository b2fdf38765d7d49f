'use client'

import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changedFields } from '@/components/domain-ui/merge-lists'
import { useMyRole } from '@/components/domain-ui/role'
import { SaveRow } from '@/components/domain-ui/save-row'
import { UnsavedChangesGuard } from '@/components/domain-ui/unsaved-changes-guard'
import { useBrowserValue } from '@/components/ui/browser-value'
import { DefinitionList } from '@/components/ui/definition-list'
import { InputField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { AbsoluteTime, RelativeTime } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { FailingWork as Failing } from '@/lib/contracts/work'
import { formatListed, formatPlural } from '@/lib/presentation/format/number'
import { roleLabels } from '@/lib/presentation/labels/roles'
import { projectHref } from '@/lib/presentation/links'
import { problemOf } from '@/lib/queries/problem'
import { projectsOfPage } from '@/lib/queries/project-search'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
import { ChainRules } from './chain-rules'

/** The fields that were edited, as their inputs hold them. */
type Edits = { name?: string; timeZone?: string; quietMinutes?: string }

export function ProjectSettings({ project }: { project: string }) {
  const { data } = useSuspenseQuery(projectsOfPage(project))
  const update = useMutation(mutationOf('PATCH /api/v1/projects/current', { project }))
  const [edits, setEdits] = useState<Edits>({})
  const isAdmin = useMyRole(project) === 'admin'
  const zones = useTimeZones()
  const current = data.projects.find(({ slug }) => slug === project)
  if (!current) return null
  const draft = { ...current, ...edits }
  const problem = problemOf(update.error)
  const edit = (change: Edits) => setEdits({ ...edits, ...change })
  const discard = () => setEdits({})
  const isChanged = (Object.keys(edits) as (keyof Edits)[]).some((field) => edits[field] !== String(current[field]))
  // Only what was edited: another admin may have changed the rest meanwhile.
  const save = () =>
    update.mutate(
      { ...edits, quietMinutes: edits.quietMinutes === undefined ? undefined : Number(edits.quietMinutes) },
      {
        onSuccess: () => {
          // What was edited while it was being saved stays.
          setEdits((now) => changedFields(now, edits))
          toast.success('Saved')
        },
        onError: toast.problem,
      },
    )
  return (
    <div className="grid max-w-xl gap-10">
      <Form onSubmit={save} className="grid gap-4">
        <UnsavedChangesGuard when={isChanged} onLeave={discard} />
        <InputField
          label="Name"
          error={problem?.fields.name}
          required
          maxLength={200}
          value={draft.name}
          onChange={(text) => edit({ name: text })}
          disabled={!isAdmin}
        />
        <InputField
          label="Time zone"
          hint="Days and weeks of charts, reports, what is due today and dates in mails follow it."
          error={problem?.fields.timeZone}
          required
          list="time-zones"
          value={draft.timeZone}
          onChange={(text) => edit({ timeZone: text })}
          disabled={!isAdmin}
          autoComplete="off"
        />
        <datalist id="time-zones">
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <InputField
          label="Wait for unfinished traces"
          hint="Minutes without new spans before an unfinished trace is scored as incomplete. 0 does not wait."
          error={problem?.fields.quietMinutes}
          type="number"
          required
          min={0}
          max={1440}
          step={1}
          value={draft.quietMinutes}
          onChange={(text) => edit({ quietMinutes: text })}
          disabled={!isAdmin}
          className="w-28"
        />
        {isAdmin ? (
          <SaveRow isChanged={isChanged} isPending={update.isPending} onDiscard={discard} />
        ) : (
          <p className="text-ink-3 text-xs">Only admins can change these.</p>
        )}
      </Form>
      <Panel title="About this project">
        <DefinitionList
          items={[
            {
              term: 'Address',
              value: <code className="font-mono text-xs">{current.slug}</code>,
              title: 'Part of every link. It never changes',
            },
            { term: 'Your role', value: roleLabels[current.role].label, title: roleLabels[current.role].may },
            { term: 'Created', value: <AbsoluteTime iso={current.createdAt} /> },
          ]}
        />
      </Panel>
      {isAdmin && <FailingWork project={project} />}
      <ChainRules project={project} isAdmin={isAdmin} />
    </div>
  )
}

const none: readonly string[] = []
let known: readonly string[] | undefined

/** The time zones that this browser knows; none on the server and in the first client render, since the server may know others. */
function useTimeZones(): readonly string[] {
  return useBrowserValue(() => (known ??= ['UTC', ...Intl.supportedValuesOf('timeZone')]), none)
}

/** Background work of the project that keeps failing, for admins; renders nothing if there is none. */
function FailingWork({ project }: { project: string }) {
  const { data } = useQuery(queryOf('GET /api/v1/work/failing', {}, { project }))
  if (!data || data.failing.length === 0) return null
  return (
    <Panel
      title="Work that keeps failing"
      note={`Each is retried with growing pauses, up to an hour, without blocking other work. See the server log for details. ${formatListed(data.failing.length, 'that have failed longest', data.count)}`}
    >
      <ul id="failing-work" className="divide-y border-y">
        {data.failing.map((work) => (
          <Item key={`${work.kind} ${work.item}`} project={project} work={work} />
        ))}
      </ul>
    </Panel>
  )
}

function Item({ project, work }: { project: string; work: Failing }) {
  const { name, link, error, attempts, failingSince, nextAttemptAt } = work
  return (
    <li className="grid gap-1 py-3 text-sm">
      <p>
        {link ? (
          <Link href={projectHref(project, link)} className="link">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      <p className="break-words text-ink-2 text-xs">{error}</p>
      <p className="text-ink-3 text-xs">
        {formatPlural(attempts, 'attempt')} since <RelativeTime iso={failingSince} />. Next:{' '}
        <AbsoluteTime iso={nextAttemptAt} />
      </p>
    </li>
  )
}
