'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay, useMyRole } from '@/components/domain-ui/role'
import { LeaveDialog } from '@/components/domain-ui/unsaved-changes-guard'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import { PageDescription } from '@/components/ui/page-header'
import { type Column, DataTable } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { TemplateView } from '@/lib/contracts/thinking/templates'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
import { draftOf, newDraft, type TemplateDraft } from './template-draft'
import { TemplatePreview } from './template-preview'

const editor = lazyComponent(() => import('./template-editor').then((module) => module.TemplateEditor))

/** Thinking templates of the project, with an editor for custom ones. */
export function TemplateSettings({ project }: { project: string }) {
  const { data } = useSuspenseQuery(queryOf('GET /api/v1/thinking-templates', {}, { project }))
  const isAdmin = useMyRole(project) === 'admin'
  const mayChange = useMay(project, 'admin')
  const [draft, setDraft] = useState<TemplateDraft | null>(null)
  const [isChanged, setChanged] = useState(false)
  // A template that was asked for while another one has unsaved changes.
  const [asked, setAsked] = useState<TemplateDraft | null>(null)
  const open = isChanged ? setAsked : setDraft
  const Editor = useLazyComponent(editor, draft !== null)
  return (
    <>
      <PageDescription
        action={
          mayChange && (
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => open(newDraft())}>
              Add a template
            </Button>
          )
        }
      >
        A template lists the steps of a verification and the tools for each. Your own templates override built-in ones
        with the same name. {!isAdmin && 'Only admins can change them.'}
      </PageDescription>
      <DataTable
        label="Thinking templates"
        className="sm:min-w-160"
        columns={columns}
        rows={data.templates.map((view) => ({ ...view, project, mayChange, onEdit: () => open(draftOf(view)) }))}
        keyOf={({ name }) => name}
      />
      {draft && Editor && (
        <Editor key={draft.id} project={project} draft={draft} onChanged={setChanged} onClose={() => setDraft(null)} />
      )}
      <LeaveDialog
        isOpen={asked !== null}
        onStay={() => setAsked(null)}
        onLeave={() => {
          setDraft(asked)
          setAsked(null)
        }}
      />
    </>
  )
}

type TemplateRow = TemplateView & { project: string; mayChange: boolean; onEdit: () => void }

const columns: readonly Column<TemplateRow>[] = [
  {
    head: 'Name',
    isRowName: true,
    cell: ({ name, template, isBuiltIn, isOverride }) => (
      <>
        <span className="flex items-center gap-2 font-medium">
          {name}
          {isBuiltIn && <Badge>Built in</Badge>}
          {isOverride && <Badge tone="accent">Overrides built-in</Badge>}
        </span>
        <span className="block text-ink-2 text-xs wrap-anywhere sm:hidden">{template.keywords.join(', ')}</span>
      </>
    ),
  },
  {
    head: 'Trigger words',
    className: 'max-sm:hidden',
    cellClass: 'max-w-60 truncate text-ink-2',
    title: ({ template }) => template.keywords.join(', '),
    cell: ({ template }) => template.keywords.join(', ') || <span className="text-ink-3">by name only</span>,
  },
  { head: 'Steps', numeric: true, className: 'max-sm:hidden', cell: ({ template }) => template.steps.length },
  {
    head: 'Changed',
    className: 'max-sm:hidden',
    cellClass: 'whitespace-nowrap text-ink-2',
    cell: ({ updatedAt, updatedBy }) =>
      updatedAt === null ? (
        <span className="text-ink-3">never</span>
      ) : (
        <>
          <RelativeTime iso={updatedAt} /> by {updatedBy}
        </>
      ),
  },
  {
    head: 'Actions',
    isHeadHidden: true,
    cellClass: 'whitespace-nowrap text-right',
    cell: (row) => <TemplateActions row={row} />,
  },
]

function TemplateActions({
  row: { project, name, template, isBuiltIn, isOverride, mayChange, onEdit },
}: {
  row: TemplateRow
}) {
  return (
    <>
      <Dialog
        title={name}
        width="lg"
        trigger={
          <Button size="sm" variant="ghost" aria-label={`Steps of ${name}`}>
            Steps
          </Button>
        }
      >
        <TemplatePreview template={template} />
      </Dialog>
      {mayChange && (
        <Button size="sm" variant="ghost" aria-label={isBuiltIn ? `Replace ${name}` : `Edit ${name}`} onClick={onEdit}>
          {isBuiltIn ? 'Replace' : 'Edit'}
        </Button>
      )}
      {mayChange && !isBuiltIn && <DeleteTemplate project={project} name={name} isOverride={isOverride} />}
    </>
  )
}

type DeleteTemplateProps = { project: string; name: string; isOverride: boolean }

function DeleteTemplate({ project, name, isOverride }: DeleteTemplateProps) {
  const remove = useMutation(mutationOf('DELETE /api/v1/thinking-templates/{name}', { project }))
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" variant="ghost" aria-label={`Delete ${name}`}>
          Delete
        </Button>
      }
      title={`Delete ${name}?`}
      consequence={
        isOverride
          ? 'The built-in template applies again. Thoughts already answered keep their step.'
          : 'New thoughts can no longer use it. Thoughts already answered keep their step.'
      }
      verb="Delete"
      act={() => remove.mutateAsync({ name })}
      done={`${name} was deleted`}
    />
  )
}
