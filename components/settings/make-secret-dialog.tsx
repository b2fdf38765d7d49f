'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'

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
