'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Input } from '@/components/ui/input'
import { projectsOfPage } from '@/lib/queries/project-search'
import { mutationOf } from '@/lib/queries/query-of'
import { TypedNameDialog } from './typed-name-dialog'

type RowProps = { title: string; children: ReactNode; action: ReactNode }

function DangerRow({ title, children, action }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm">
      <div className="min-w-0 max-w-prose">
        <p className="font-medium">{title}</p>
        <p className="text-ink-2 text-xs">{children}</p>
      </div>
      {action}
    </div>
  )
}

/** Deletes all runs of a version in a background job. */
export function DeleteVersionRuns({ project }: { project: string }) {
  const [chain, setChain] = useState('')
  const [version, setVersion] = useState('')
  const remove = useMutation(mutationOf('POST /api/v1/runs/delete', { project, changes: ['runs', 'data', 'gates'] }))
  const isNamed = chain.trim() !== '' && version.trim() !== ''
  return (
    <DangerRow
      title="Delete the runs of a version"
      action={
        <div className="flex flex-wrap items-center gap-2">
          <Input
            aria-label="Chain"
            className="w-36"
            placeholder="Chain"
            value={chain}
            onChange={({ target }) => setChain(target.value)}
          />
          <Input
            aria-label="Version"
            className="w-28"
            placeholder="Version"
            value={version}
            onChange={({ target }) => setVersion(target.value)}
          />
          <ConfirmDialog
            trigger={
              <Button variant="danger-outline" disabled={!isNamed}>
                Delete runs
              </Button>
            }
            title={`Delete all runs of ${chain.trim()} ${version.trim()}?`}
            consequence="Their texts, scores, verdicts, comments and gates are permanently deleted, and charts are updated."
            verb="Delete runs"
            act={() => remove.mutateAsync({ chain: chain.trim(), version: version.trim() })}
            done="Deleting the runs. See progress under Deletions"
          />
        </div>
      }
    >
      The chain and the version stay, with everything that was published. This cannot be undone.
    </DangerRow>
  )
}

/** Schedules the deletion of the project, in seven days. */
export function DeleteProject({ project }: { project: string }) {
  const { data } = useSuspenseQuery(projectsOfPage(project))
  const name = data.projects.find(({ slug }) => slug === project)?.name ?? project
  const remove = useMutation(
    mutationOf('POST /api/v1/projects/current/deletion', { project, changes: ['data', 'projects'] }),
  )
  return (
    <DangerRow
      title="Delete this project"
      action={
        <TypedNameDialog
          trigger={<Button variant="danger-outline">Delete project</Button>}
          title={`Delete ${name}?`}
          consequence="It becomes hidden and read-only at once: its keys stop working, and only admins see it. After seven days everything in it is deleted. Until then an admin can undo this here."
          name={name}
          verb="Delete project"
          act={(typed) => remove.mutateAsync({ name: typed.trim() })}
          done={`${name} will be removed in seven days`}
        />
      }
    >
      All runs, chains, gates, members and settings. You have seven days to change your mind.
    </DangerRow>
  )
}
