'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Dialog } from './dialog'
import { toast } from './toast'

type ConfirmDialogProps = {
  /** Element that opens the dialog. Without it the dialog is open on mount, until `onClose`. */
  trigger?: ReactElement
  onClose?: () => void
  title: string
  /** What the action will do, in one sentence. */
  consequence: ReactNode
  /** Label of the confirm button, a verb. */
  verb: string
  act: () => Promise<unknown>
  /** Success message, unless `act` shows its own. */
  done?: string
  /** It changes nothing of the project, so it is on while the project is read-only. */
  isFree?: boolean
}

/** Confirmation dialog for an irreversible action. */
export function ConfirmDialog({
  trigger,
  onClose,
  title,
  consequence,
  verb,
  act,
  done,
  isFree = false,
}: ConfirmDialogProps) {
  const [isOpen, setOpen] = useState(trigger === undefined)
  const toggle = (next: boolean) => {
    setOpen(next)
    confirm.reset()
    if (!next) onClose?.()
  }
  const confirm = useMutation({
    mutationFn: act,
    onSuccess: () => {
      if (done !== undefined) toast.success(done)
      toggle(false)
    },
  })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={toggle}
      trigger={trigger}
      title={title}
      description={consequence}
      error={confirm.error}
      isFree={isFree}
      submit={{ children: verb, variant: 'danger', pending: confirm.isPending, onClick: () => confirm.mutate() }}
    />
  )
}
