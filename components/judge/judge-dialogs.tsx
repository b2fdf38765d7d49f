'use client'

import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { changedFields } from '@/components/domain-ui/merge-lists'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast'
import { useDialogOf } from '@/components/ui/use-dialog-of'
import type { ProjectJudgeView } from '@/lib/contracts/project-judges'
import { problemOf } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { JudgeForm } from './judge-form'

/** Dialog that adds a judge after the existing ones. */
export function AddJudge({ project, isPrimary = false }: { project: string; isPrimary?: boolean }) {
  const formId = useId()
  const add = useMutation(mutationOf('POST /api/v1/judge/judges', { project, isSecret: true }))
  const [isOpen, setOpen] = useDialogOf(add)
  return (
    <Dialog
      trigger={
        <Button size={isPrimary ? 'md' : 'sm'} variant={isPrimary ? 'primary' : 'secondary'}>
          Add a judge
        </Button>
      }
      open={isOpen}
      onOpenChange={setOpen}
      width="md"
      title="Add a judge"
      description="An endpoint with a model that scores results. Its cost counts toward the daily cap."
      submit={{ children: 'Add the judge', form: formId, pending: add.isPending }}
    >
      <JudgeForm
        id={formId}
        problem={problemOf(add.error)}
        onSubmit={({ apiKey, ...draft }) =>
          add.mutate(apiKey ? { ...draft, apiKey } : draft, {
            onSuccess: ({ judge }) => {
              toast.success(`${judge.name} was added`)
              setOpen(false)
            },
          })
        }
      />
    </Dialog>
  )
}

type EditJudgeProps = { project: string; judge: ProjectJudgeView; onClose: () => void }

export function EditJudge({ project, judge, onClose }: EditJudgeProps) {
  const formId = useId()
  const [start] = useState(judge)
  const update = useMutation(mutationOf('PATCH /api/v1/judge/judges/{judgeId}', { project, isSecret: true }))
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Change ${judge.name}`}
      description="If you change the address or protocol, enter the key again."
      submit={{ children: 'Save', form: formId, pending: update.isPending }}
    >
      <JudgeForm
        id={formId}
        judge={judge}
        problem={problemOf(update.error)}
        onSubmit={({ apiKey, ...draft }) =>
          update.mutate(
            {
              judgeId: judge.id,
              ...changedFields(draft, { ...start, baseUrl: start.endpoint }),
              ...(apiKey !== undefined && { apiKey }),
            },
            {
              onSuccess: () => {
                toast.success(`${draft.name} was changed`)
                onClose()
              },
            },
          )
        }
      />
    </Dialog>
  )
}

export function RemoveJudge({ project, judge, onClose }: EditJudgeProps) {
  const remove = useMutation(mutationOf('DELETE /api/v1/judge/judges/{judgeId}', { project }))
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${judge.name}?`}
      consequence="It will not be asked again, and its key is deleted. Its answers stay on record."
      verb="Remove"
      act={() => remove.mutateAsync({ judgeId: judge.id })}
      done={`${judge.name} was removed`}
    />
  )
}
