'use client'

import { type ReactNode, useId } from 'react'
import type { UnsentText } from '@/components/ui/browser-storage'
import { Dialog } from '@/components/ui/dialog'
import { TextareaField, unsentField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { problemOf } from '@/lib/queries/problem'

type ReasonDialogProps = {
  title: string
  description: string
  trigger: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Null = no reason field. */
  reason: UnsentText | null
  /** Label of the submit button. */
  submit: string
  isPending: boolean
  /** Whether the fields in `children` are complete. */
  isComplete?: boolean
  error: Error | null
  onSubmit: () => void
  /** Fields shown before the reason. */
  children?: ReactNode
}

/** Dialog for an action on a gate, with a reason that is recorded. Ctrl+Enter submits. */
export function ReasonDialog({ reason, error, isComplete = true, children, ...props }: ReasonDialogProps) {
  const { title, description, trigger, isOpen, onOpenChange, submit, isPending, onSubmit } = props
  const form = useId()
  const problem = problemOf(error)
  const canSubmit = isComplete && reason?.[0].trim() !== '' && !isPending
  const send = () => {
    if (canSubmit) onSubmit()
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      trigger={trigger}
      submit={{ children: submit, form, pending: isPending, disabled: !canSubmit && !isPending }}
    >
      <Form id={form} onSubmit={send} className="grid gap-4">
        <ProblemNotice problem={problem} />
        {children}
        {reason && <TextareaField label="Reason" maxLength={10_000} {...unsentField(reason)} />}
      </Form>
    </Dialog>
  )
}
