'use client'

import { useMutation } from '@tanstack/react-query'
import { GitCompareArrows, ListChecks, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { AssignDialog } from '@/components/domain-ui/assign-dialog'
import { ExportMenu } from '@/components/domain-ui/export-menu'
import { useMay } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Link } from '@/components/ui/link'
import { sayRefused } from '@/components/ui/say-refused'
import { SelectedRowsBar } from '@/components/ui/selected-rows'
import { toast } from '@/components/ui/toast'
import { bulkMost } from '@/lib/contracts/limits'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { compareHref } from '@/lib/presentation/links'
import { inParts, sumOf } from '@/lib/queries/in-parts'
import { problemOf } from '@/lib/queries/problem'
import { GatesDialog, TagDialog } from './bulk-dialogs'
import { DeleteRunsButton } from './delete-runs-button'

type SelectionBarProps = {
  project: string
  ids: readonly string[]
  /** Selects all runs that match the filters; null if all are selected, or as many as can be. */
  onAll: (() => Promise<void>) | null
  /** Whether more match than can be selected. */
  isMost: boolean
  /** Whether the user has write access. */
  mayWrite: boolean
  onClear: () => void
}

/** Sticky bar with the bulk actions for the selected runs. */
export function SelectionBar({ project, ids, onAll, isMost, mayWrite, onClear }: SelectionBarProps) {
  const [a = '', b] = ids
  const mayDelete = useMay(project, 'admin')
  return (
    <SelectedRowsBar
      label="Selected runs"
      what={`${formatPlural(ids.length, 'run')}${isMost ? ', the most at once,' : ''}`}
      onClear={onClear}
      more={onAll && <SelectAll onAll={onAll} />}
    >
      {b !== undefined && ids.length === 2 && (
        <Button asChild>
          <Link href={compareHref(project, { run: b }, { run: a })}>
            <GitCompareArrows aria-hidden />
            Compare
          </Link>
        </Button>
      )}
      {ids.length <= bulkMost.named ? (
        <ExportMenu project={project} target="GET /api/v1/runs/export" input={{ ids: [...ids] }} label="Export these" />
      ) : (
        <p className="text-ink-2 text-xs">Export, above the list, takes all that match.</p>
      )}
      {mayWrite && (
        <>
          <ReviewButton project={project} ids={ids} onDone={onClear} />
          <AssignButton project={project} ids={ids} onDone={onClear} />
          <GatesDialog project={project} ids={ids} onDone={onClear} />
          <TagDialog project={project} ids={ids} />
        </>
      )}
      {mayDelete && <DeleteRunsButton project={project} ids={ids} onDone={onClear} />}
    </SelectedRowsBar>
  )
}

type ActionProps = { project: string; ids: readonly string[]; onDone: () => void }

function SelectAll({ onAll }: { onAll: () => Promise<void> }) {
  const all = useMutation({
    mutationFn: onAll,
    onError: sayRefused('Not all were selected'),
  })
  return (
    <Button variant="ghost" pending={all.isPending} onClick={() => all.mutate()}>
      Select all that match
    </Button>
  )
}

const addToQueue = (project: string) => inParts('POST /api/v1/review/runs', { project, most: bulkMost.queued })

const CHOSEN = 'Chosen from the list of runs'

/** More runs than this are added to the queue only after a question: it would be days of work. */
const MANY = 100

/** Adds the runs to the review queue, for anyone. */
function ReviewButton({ project, ids, onDone }: ActionProps) {
  const add = useMutation({
    ...addToQueue(project),
    onSuccess: (answers) => {
      const added = sumOf(answers, 'added')
      toast.success(
        added === 0
          ? 'They are already in the review queue'
          : `${formatPlural(added, 'run')} added to the review queue`,
      )
      onDone()
    },
    // With the question, its dialog says why.
    onError: ids.length <= MANY ? sayRefused('The runs were not added to the queue') : undefined,
  })
  const start = () => add.mutateAsync({ runIds: [...ids], reason: CHOSEN })
  const button = (onClick?: () => void) => (
    <Button icon={<ListChecks aria-hidden />} pending={add.isPending} onClick={onClick}>
      Review
    </Button>
  )
  if (ids.length <= MANY) return button(() => void start().catch(() => undefined))
  return (
    <ConfirmDialog
      trigger={button()}
      title={`Add ${formatPlural(ids.length, 'run')} to the review queue?`}
      consequence="A person is asked for a verdict on each of them. They leave the queue by a verdict only."
      verb="Add them"
      act={start}
    />
  )
}

const NAMED = 3

/** Reports how many runs a person was assigned, and names those they have reviewed already. */
function report(added: number, leftOut: readonly string[], name: string) {
  const title = added === 0 ? 'No run was assigned' : `${formatPlural(added, 'run')} assigned to ${name}`
  const more = leftOut.length - NAMED
  const which = [...leftOut.slice(0, NAMED), ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(', ')
  const description = leftOut.length > 0 && `Left out, because ${name} has reviewed them already: ${which}.`
  if (added === 0) toast.warning(title, { description })
  else toast.success(title, { description })
}

/** Adds the runs to the review queue of one person. */
function AssignButton({ project, ids, onDone }: ActionProps) {
  const [isOpen, setOpen] = useState(false)
  const add = useMutation(addToQueue(project))
  const close = () => {
    setOpen(false)
    add.reset()
  }
  return (
    <>
      <Button icon={<UserRoundCheck aria-hidden />} onClick={() => setOpen(true)}>
        Assign
      </Button>
      {isOpen && (
        <AssignDialog
          project={project}
          what={formatPlural(ids.length, 'run')}
          isPending={add.isPending}
          error={problemOf(add.error)?.message}
          onClose={close}
          onAssign={(userId, name) =>
            add.mutate(
              { runIds: [...ids], userId, reason: CHOSEN },
              {
                onSuccess: (answers) => {
                  report(
                    sumOf(answers, 'added'),
                    answers.flatMap(({ leftOut }) => leftOut),
                    name,
                  )
                  close()
                  onDone()
                },
              },
            )
          }
        />
      )}
    </>
  )
}
