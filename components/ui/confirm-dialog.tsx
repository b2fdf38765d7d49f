'use client'

import { type ReactElement, type ReactNode, useState } from 'react'
import { toProblem } from '@/lib/queries/problem'
import { Button } from './button'
import { Dialog, DialogClose } from './dialog'
import { toast } from './toast'

type ConfirmDialogProps = {
  /** What opens it; without it it is open from the start, until `onClose`. */
  trigger?: ReactElement
  onClose?: () => void
  title: string
  /** What will follow, in one sentence. */
  consequence: ReactNode
  /** The verb on the button. */
  verb: string
  act: () => Promise<unknown>
  /** What to say when it is done. */
  done: string
}

/** Asks before something that cannot be taken back, by saying what will follow. */
export function ConfirmDialog({ trigger, onClose, title, consequence, verb, act, done }: ConfirmDialogProps) {
  const [isOpen, setOpen] = useState(trigger === undefined)
  const toggle = (next: boolean) => {
    setOpen(next)
    if (!next) onClose?.()
  }
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    try {
      await act()
      toast.success(done)
      toggle(false)
    } catch (error) {
      toast.error(toProblem(error).message)
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={toggle}
      trigger={trigger}
      title={title}
      description={consequence}
      actions={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="danger" pending={isPending} onClick={confirm}>
            {verb}
          </Button>
        </>
      }
    />
  )
}
