'use client'

import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Dialog } from '@/components/ui/dialog'
import { TextareaField, unsentField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { toast } from '@/components/ui/toast'
import type { OutputOf } from '@/lib/contracts/contract'
import type { actOnDeadLetters, DeadLetterAction } from '@/lib/contracts/dead-letters'
import { formatPlural } from '@/lib/presentation/format/number'
import { capital } from '@/lib/presentation/format/text'
import { deadLetterActionLabels } from '@/lib/presentation/labels/dead-letters'
import { mutationOf } from '@/lib/queries/query-of'

/** The action to confirm; null = closed. */
export type RequestedAction = { action: DeadLetterAction; ids: readonly string[] } | null

type ActDialogProps = {
  project: string
  requested: RequestedAction
  onClose: () => void
  /** Called with the ids of the items that were changed. */
  onDone?: (ids: readonly string[]) => void
}

const consequences: Record<DeadLetterAction, string> = {
  retry:
    'Work that Veritas can run itself is retried at once. The rest becomes due and waits for a worker to claim it. If it fails again, it returns here.',
  resolve: 'It counts as done and is not retried again. This is final and recorded under your name.',
  abandon: 'It is never retried again. This is final and recorded with your name and reason.',
}

/** Confirmation of an action with its consequence; abandoning requires a reason. */
export function ActDialog(props: ActDialogProps) {
  return props.requested ? <ActForm key={props.requested.action} {...props} requested={props.requested} /> : null
}

function ActForm({
  project,
  requested,
  onClose,
  onDone,
}: ActDialogProps & { requested: NonNullable<RequestedAction> }) {
  const form = useId()
  const { action, ids } = requested
  const kept = useUnsentText(`dead letters ${action} ${ids.join(' ')}`)
  const [reason, setReason] = kept
  const [wasSubmitted, setSubmitted] = useState(false)
  const isMissing = action === 'abandon' && reason.trim() === ''
  const act = useAct(project)
  const verb = deadLetterActionLabels[action]
  const submit = () => {
    setSubmitted(true)
    if (isMissing) return
    act.mutate(
      { action, ids: [...ids], ...(reason.trim() && { reason: reason.trim() }) },
      {
        onSuccess: ({ results }) => {
          setReason('')
          onDone?.(results.flatMap((result) => (result.ok ? result.id : [])))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !act.isPending && onClose()}
      title={`${verb} ${formatPlural(ids.length, 'dead letter')}`}
      description={consequences[action]}
      submit={{
        children: verb,
        form,
        autoFocus: action !== 'abandon',
        variant: action === 'abandon' ? 'danger' : 'primary',
        pending: act.isPending,
      }}
    >
      <Form id={form} noValidate onSubmit={submit}>
        {action !== 'retry' && (
          <TextareaField
            label="Reason"
            required={action === 'abandon'}
            error={wasSubmitted && isMissing ? 'Say why in a few words.' : null}
            autoFocus={action === 'abandon'}
            maxLength={2000}
            {...unsentField(kept)}
          />
        )}
      </Form>
    </Dialog>
  )
}

const done: Record<DeadLetterAction, string> = {
  retry: 'due for a retry',
  resolve: 'resolved',
  abandon: 'abandoned',
}
const REASONS_SHOWN = 3

/** Applies the action to the items and shows the result, per item if some were refused. */
function useAct(project: string) {
  return useMutation({
    ...mutationOf('POST /api/v1/dead-letters/actions', { project }),
    onSuccess: (answer, { action }) => showResult(answer, action),
    onError: toast.problem,
  })
}

function showResult({ done: count, refused, results }: OutputOf<typeof actOnDeadLetters>, action: DeadLetterAction) {
  const moved = count > 0 ? `${formatPlural(count, 'dead letter')} ${done[action]}` : 'Nothing was changed'
  if (refused === 0) return void toast.success(moved)
  const reasons = [...new Set(results.flatMap((result) => result.error ?? []))]
  const more = reasons.length > REASONS_SHOWN ? `, and ${reasons.length - REASONS_SHOWN} other reasons` : ''
  toast.warning(`${moved}; ${formatPlural(refused, 'was', 'were')} left as ${refused === 1 ? 'it is' : 'they are'}`, {
    description: `${capital(reasons.slice(0, REASONS_SHOWN).join('; '))}${more}.`,
    duration: 10_000,
  })
}
