'use client'

import { useMutation } from '@tanstack/react-query'
import { GitCompareArrows, ListChecks, ShieldQuestion, Tags } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import { ExportMenu } from '@/components/domain-ui/export-menu'
import { useMyRole } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { SelectedRowsBar } from '@/components/ui/selected-rows'
import { toast } from '@/components/ui/toast'
import { formatPlural } from '@/lib/presentation/format/number'
import { compareHref } from '@/lib/presentation/links'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { requestReviews } from '@/lib/queries/request-reviews'
import { DeleteRunsButton } from './delete-runs-button'

/** Maximum number of gates opened in one action, because a person has to answer each. */
const MAX_GATES = 25

type SelectionBarProps = {
  project: string
  ids: readonly string[]
  /** Whether the user has write access. */
  mayWrite: boolean
  onClear: () => void
}

/** Sticky bar with the bulk actions for the selected runs. */
export function SelectionBar({ project, ids, mayWrite, onClear }: SelectionBarProps) {
  const [a = '', b] = ids
  const isAdmin = useMyRole(project) === 'admin'
  return (
    <SelectedRowsBar label="Selected runs" what={formatPlural(ids.length, 'run')} onClear={onClear}>
      {b !== undefined && ids.length === 2 && (
        <Button asChild>
          <Link href={compareHref(project, { run: b }, { run: a })} prefetch={false}>
            <GitCompareArrows aria-hidden />
            Compare
          </Link>
        </Button>
      )}
      <ExportMenu project={project} target="GET /api/v1/runs/export" input={{ ids: [...ids] }} label="Export these" />
      {mayWrite && (
        <>
          <ReviewButton project={project} ids={ids} onDone={onClear} />
          <GatesDialog project={project} ids={ids} onDone={onClear} />
          <TagDialog project={project} ids={ids} />
        </>
      )}
      {isAdmin && <DeleteRunsButton project={project} ids={ids} onDone={onClear} />}
    </SelectedRowsBar>
  )
}

/** Adds the runs to the review queue. */
function ReviewButton({ project, ids, onDone }: GatesDialogProps) {
  const add = useMutation({
    ...mutationOf('POST /api/v1/review/runs', { project }),
    onSuccess: ({ added }) => {
      toast.success(
        added === 0
          ? 'They are already in the review queue'
          : `${formatPlural(added, 'run')} added to the review queue`,
      )
      onDone()
    },
    onError: (error) => toast.error('The runs were not added to the queue', { description: toProblem(error).message }),
  })
  return (
    <Button
      icon={<ListChecks aria-hidden />}
      pending={add.isPending}
      onClick={() => add.mutate({ runIds: [...ids], reason: 'Chosen from the list of runs' })}
    >
      Review
    </Button>
  )
}

const toTags = (text: string) => [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean)

function TagDialog({ project, ids }: { project: string; ids: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState('')
  const tag = useMutation({
    ...mutationOf('POST /api/v1/runs/tags', { project }),
    onSuccess: ({ changed }) => {
      setOpen(false)
      setAdded('')
      setRemoved('')
      toast.success(`Tags of ${formatPlural(changed, 'run')} changed`)
    },
  })
  const problem = tag.error ? toProblem(tag.error) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tag.mutate({ runIds: [...ids], add: toTags(added), remove: toTags(removed) })
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={`Tag ${formatPlural(ids.length, 'run')}`}
      description="Separate tags with commas."
      trigger={
        <Button variant="primary" icon={<Tags aria-hidden />}>
          Tag
        </Button>
      }
    >
      <form onSubmit={submit} className="grid gap-4">
        <Field label="Add" error={problem?.fields.add}>
          {(control) => <Input {...control} value={added} onChange={({ target }) => setAdded(target.value)} />}
        </Field>
        <Field
          label="Remove"
          required={false}
          error={problem?.fields.remove ?? (problem && !problem.fields.add ? problem.message : null)}
        >
          {(control) => <Input {...control} value={removed} onChange={({ target }) => setRemoved(target.value)} />}
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="justify-self-end"
          pending={tag.isPending}
          disabled={toTags(added).length + toTags(removed).length === 0}
        >
          Save tags
        </Button>
      </form>
    </Dialog>
  )
}

type GatesDialogProps = { project: string; ids: readonly string[]; onDone: () => void }

/** Opens a gate for each of the runs. */
function GatesDialog({ project, ids, onDone }: GatesDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const [question, setQuestion] = useState('')
  const open = useMutation({
    ...requestReviews(project),
    onSuccess: (opened, { runIds }) => {
      const before = runIds.length - opened
      setOpen(false)
      toast.success(`${formatPlural(opened, 'gate')} opened`, {
        description: before > 0 && `${formatPlural(before, 'run')} had an open gate, which keeps its question.`,
      })
      onDone()
    },
  })
  const isTooMany = ids.length > MAX_GATES
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next)
        open.reset()
      }}
      title={`Open ${formatPlural(ids.length, 'gate')}`}
      description="One gate per run. A reviewer decides before the deadline. Nothing is approved at the deadline."
      trigger={
        <Button
          icon={<ShieldQuestion aria-hidden />}
          disabled={isTooMany}
          title={isTooMany ? `At most ${MAX_GATES} at once` : undefined}
        >
          Open gates
        </Button>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          open.mutate({ runIds: ids, question: question.trim() })
        }}
      >
        <Field label="Question" error={open.error ? toProblem(open.error).message : null}>
          {(control) => (
            <Textarea
              {...control}
              value={question}
              maxLength={5000}
              onChange={({ target }) => setQuestion(target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="justify-self-end"
          pending={open.isPending}
          disabled={question.trim() === ''}
        >
          Open gates
        </Button>
      </form>
    </Dialog>
  )
}
