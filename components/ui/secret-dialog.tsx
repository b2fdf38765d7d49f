'use client'

import type { ReactNode } from 'react'
import { Button } from './button'
import { CopyButton } from './copy-button'
import { Dialog, DialogClose } from './dialog'
import type { DialogProps } from './floating/dialog'

type MakeSecretDialogProps = {
  /** Leave out if the caller opens the dialog through `isOpen`. */
  trigger?: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description: string
  width: 'sm' | 'md'
  submit: DialogProps['submit'] & object
  /** What replaces the form after creation, until the dialog closes; null before. */
  made: { title: string; description: string; shown: ReactNode } | null
  children: ReactNode
}

/** Dialog that creates something with a secret. The secret is shown only until one of the dialog's buttons closes it. */
export function MakeSecretDialog({ trigger, isOpen, onOpenChange, submit, made, ...props }: MakeSecretDialogProps) {
  const { title, description } = made ?? props
  return (
    <Dialog
      open={isOpen}
      // Once it is sent, closing would lose the secret that is about to be shown.
      onOpenChange={(next) => (next || !submit.pending) && onOpenChange(next)}
      width={made ? 'lg' : props.width}
      isHeld={made !== null}
      trigger={trigger}
      title={title}
      description={description}
      actions={
        made && (
          <DialogClose>
            <Button variant="primary">I have copied it</Button>
          </DialogClose>
        )
      }
      submit={made ? undefined : submit}
    >
      {made ? made.shown : props.children}
    </Dialog>
  )
}

type SecretFieldProps = {
  secret: string
  /** Accessible name of the copy button. */
  label?: string
  /** What the server stores of it, as a clause of the help text. */
  kept?: string
}

/** A secret with a copy button and a warning that it is shown only once. */
export function SecretField({ secret, label = 'Copy key', kept = 'only a hash of it is kept' }: SecretFieldProps) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-2 rounded-md border border-review-line bg-review-bg py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 break-all font-mono text-ink text-sm">{secret}</code>
        <CopyButton text={secret} label={label} />
      </div>
      <p className="text-ink-2 text-xs">Copy it now: it is shown this once, and {kept}.</p>
    </div>
  )
}
