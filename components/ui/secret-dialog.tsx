'use client'

import type { ReactNode } from 'react'
import { Button } from './button'
import { CopyButton } from './copy-button'
import { Dialog, DialogClose } from './dialog'

type MakeSecretDialogProps = {
  /** Left out where something else opens the dialog, which then is open. */
  trigger?: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description: string
  width: 'sm' | 'md'
  /** The button that makes it: it submits the form of this id, or acts by itself. */
  submit: { label: string; isPending: boolean } & ({ form: string } | { onClick: () => void })
  /** What is shown once it is made, until the dialog closes; null before. */
  made: { title: string; description: string; shown: ReactNode } | null
  children?: ReactNode
}

/** Makes something with a secret, which is in sight until the dialog closes and nowhere afterwards. */
export function MakeSecretDialog({ trigger, isOpen, onOpenChange, submit, made, ...props }: MakeSecretDialogProps) {
  const { label, isPending, ...how } = submit
  const { title, description } = made ?? props
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      width={made ? 'lg' : props.width}
      trigger={trigger}
      title={title}
      description={description}
      actions={
        made ? (
          <DialogClose>
            <Button variant="primary">I have copied it</Button>
          </DialogClose>
        ) : (
          <>
            <DialogClose>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type={'form' in how ? 'submit' : 'button'} variant="primary" pending={isPending} {...how}>
              {label}
            </Button>
          </>
        )
      }
    >
      {made ? made.shown : props.children}
    </Dialog>
  )
}

type SecretFieldProps = {
  secret: string
  /** What the button copies. */
  label?: string
  /** What is kept of it. */
  kept?: string
}

/** A secret that is shown once. */
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
