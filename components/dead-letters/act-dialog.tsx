'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import type { DeadLetterAction } from '@/lib/contracts/dead-letters'
import { deadLetterActionLabels } from '@/lib/format/dead-letter-labels'
import { formatPlural } from '@/lib/format/number'
import { useAct } from './use-act'

/** What was asked for; null = nothing. */
export type Asked = { action: DeadLetterAction; ids: readonly string[] } | null

type ActDialogProps = {
  project: string
  asked: Asked
  onClose: () => void
  /** Items that were moved. */
  onDone?: (ids: readonly string[]) => void
}

const consequences: Record<DeadLetterAction, string> = {
  retry:
    'What Veritas can execute is retried at once. Everything else becomes due, and waits for a worker that claims it. A failure comes back here.',
  resolve: 'It counts as done and is not retried any more. That is final, and stays on record with your name.',
  abandon: 'It is given up and never retried again. That is final, and stays on record with your name and the reason.',
}

/** Says what will follow, and asks for it once more; to abandon needs a reason. */
export function ActDialog({ project, asked, onClose, onDone }: ActDialogProps) {
  return asked ? <Form key={asked.action} project={project} asked={asked} onClose={onClose} onDone={onDone} /> : null
}

function Form({ project, asked, onClose, onDone }: ActDialogProps & { asked: NonNullable<Asked> }) {
  const form = useId()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const act = useAct(project)
  const { action, ids } = asked
  const verb = deadLetterActionLabels[action]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (action === 'abandon' && reason.trim() === '') return setMissing(true)
    act.mutate(
      { action, ids: [...ids], ...(reason.trim() && { reason: reason.trim() }) },
      {
        onSuccess: ({ results }) => {
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
      actions={
        <>
          <Button onClick={onClose} disabled={act.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            autoFocus={action !== 'abandon'}
            variant={action === 'abandon' ? 'danger' : 'primary'}
            pending={act.isPending}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        {action !== 'retry' && (
          <Field label="Reason" required={action === 'abandon'} error={isMissing ? 'Say why, in a few words.' : null}>
            {(control) => (
              <Textarea
                {...control}
                autoFocus={action === 'abandon'}
                maxLength={2000}
                value={reason}
                onChange={(event) => {
                  setReason(event.target.value)
                  setMissing(false)
                }}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  )
}
