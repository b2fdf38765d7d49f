'use client'

import { useMutation } from '@tanstack/react-query'
import { Check, Minus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import type { AuthorizationRequest, ConnectionScope } from '@/lib/contracts/connections'
import type { Role } from '@/lib/contracts/projects'
import { roleLabels } from '@/lib/presentation/labels/roles'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { showPerson } from '@/lib/queries/shown-person'
import { EntryScreen } from './entry-screen'

const pickers = lazyComponent(() => import('@/components/domain-ui/pickers'))

type Choice = { slug: string; name: string; role: Role }

type ConsentScreenProps = {
  app: string
  /** Display name of the redirect target. */
  place: string
  userId: string
  email: string
  request: AuthorizationRequest
  /** Requested scopes. */
  scopes: readonly ConnectionScope[]
  /** The user's projects; the first is preselected. */
  projects: readonly Choice[]
  /** Whether the user has other projects than these. */
  areMore: boolean
  deniedTo: string
}

/** OAuth consent page: whether an app may act for the user, in which project and with which scopes. */
export function ConsentScreen({
  app,
  place,
  userId,
  email,
  request,
  scopes,
  projects,
  areMore,
  deniedTo,
}: ConsentScreenProps) {
  useState(() => showPerson(userId))
  const [project, setProject] = useState(projects[0])
  const picked = useLazyComponent(pickers, areMore)
  const [mayWrite, setMayWrite] = useState(true)
  const [isAnswered, setAnswered] = useState(false)
  const connect = useMutation(mutationOf('POST /api/v1/connections', { project: project?.slug ?? '' }))
  const canWrite = scopes.includes('write') && project !== undefined && project.role !== 'viewer'
  const isReading = scopes.includes('read') || !canWrite
  const writes = canWrite && (mayWrite || !isReading)
  const leaveFor = (address: string) => {
    setAnswered(true)
    window.location.assign(address)
  }
  const allow = () =>
    connect.mutate(
      { request, scopes: [...(isReading ? ['read' as const] : []), ...(writes ? ['write' as const] : [])] },
      { onSuccess: ({ redirectTo }) => leaveFor(redirectTo) },
    )
  if (isAnswered)
    return (
      <EntryScreen title={`Back to ${app}`} lead="Done. You can close this page.">
        {null}
      </EntryScreen>
    )
  return (
    <EntryScreen
      title={`Connect ${app}?`}
      lead={
        <>
          An app of this name wants to act for you, <span className="break-words text-ink">{email}</span>. Your answer
          goes to <span className="break-words font-medium text-ink">{place}</span>.
        </>
      }
    >
      <div className="grid gap-5">
        {connect.error && <Notice tone="fail">{toProblem(connect.error).message}</Notice>}
        {project ? (
          <>
            <Field label="Project">
              {({ id }) =>
                picked ? (
                  <picked.ProjectPicker
                    id={id}
                    value={{ ...project, name: nameWithRole(project) }}
                    onChange={setProject}
                  />
                ) : (
                  <Select
                    id={id}
                    // Until the list that is searched takes its place.
                    disabled={areMore}
                    value={project.slug}
                    onChange={(slug) => setProject(projects.find((each) => each.slug === slug))}
                    options={projects.map((each) => ({ value: each.slug, label: nameWithRole(each) }))}
                  />
                )
              }
            </Field>
            {canWrite && isReading && (
              <Field label="It may">
                {({ id }) => (
                  <Select
                    id={id}
                    value={mayWrite ? 'both' : 'read'}
                    onChange={(value) => setMayWrite(value === 'both')}
                    options={[
                      { value: 'both', label: 'Read, and send runs' },
                      { value: 'read', label: 'Read only' },
                    ]}
                  />
                )}
              </Field>
            )}
            <ul className="grid gap-1.5 text-sm">
              <Line isGiven={isReading}>Read runs, gates and weekly pages of the project</Line>
              <Line isGiven={writes}>Send runs, ask people for a review, publish versions</Line>
              <Line isGiven={false}>Decide a gate or give a verdict: only you do, here</Line>
            </ul>
          </>
        ) : (
          <Notice title="You belong to no project">An app can only act in projects you belong to.</Notice>
        )}
        <div className="grid gap-2">
          {project && (
            <Button variant="primary" size="lg" className="w-full" pending={connect.isPending} onClick={allow}>
              Connect
            </Button>
          )}
          <Button size="lg" className="w-full" disabled={connect.isPending} onClick={() => leaveFor(deniedTo)}>
            Cancel
          </Button>
        </div>
        {project && (
          <p className="text-ink-3 text-xs">
            It ends when you end it under Your account, change your password or leave the project, or after 30 days
            without use.
          </p>
        )}
      </div>
    </EntryScreen>
  )
}

const nameWithRole = ({ name, role }: Choice) => `${name} (you: ${roleLabels[role].label.toLowerCase()})`

function Line({ isGiven, children }: { isGiven: boolean; children: string }) {
  const Icon = isGiven ? Check : Minus
  return (
    <li className={isGiven ? 'flex gap-2' : 'flex gap-2 text-ink-3'}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        <span className="sr-only">{isGiven ? 'It may: ' : 'It may not: '}</span>
        {children}
      </span>
    </li>
  )
}
