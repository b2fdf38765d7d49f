'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ChainPicker, VersionPicker } from '@/components/domain-ui/pickers'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
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
  const [chain, setChain] = useState<string | null>(null)
  const [version, setVersion] = useState<string | null>(null)
  const remove = useMutation(mutationOf('POST /api/v1/runs/delete', { project, changes: ['runs', 'data', 'gates'] }))
  return (
    <DangerRow
      title="Delete the runs of a version"
      action={
        <div className="flex flex-wrap items-center gap-2">
          <ChainPicker
            label="Chain"
            className="w-40"
            project={project}
            value={chain}
            placeholder="Chain"
            onChange={(chosen) => {
              setChain(chosen)
              setVersion(null)
            }}
          />
          <VersionPicker
            label="Version"
            className="w-32"
            project={project}
            chain={chain ?? ''}
            value={version}
            placeholder="Version"
            disabled={chain === null}
            onChange={setVersion}
          />
          <ConfirmDialog
            trigger={
              <Button variant="danger-outline" disabled={chain === null || version === null}>
                Delete runs
              </Button>
            }
            title={`Delete all runs of ${chain} ${version}?`}
            consequence="Their texts, scores, verdicts, comments and gates are permanently deleted, and charts are updated."
            verb="Delete runs"
            act={async () => {
              if (chain !== null && version !== null) await remove.mutateAsync({ chain, version })
            }}
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
          act={async (typed) => {
            await remove.mutateAsync({ name: typed.trim() })
            // What was scheduled, and the way back, stands above the page.
            window.scrollTo({ top: 0 })
          }}
          done={`${name} will be removed in seven days`}
        />
      }
    >
      All runs, chains, gates, members and settings. You have seven days to change your mind.
    </DangerRow>
  )
}
