'use client'

import { type ReactElement, type ReactNode, useState } from 'react'
import { toProblem } from '@/lib/queries/problem'
import { Button } from './button'
import { Dialog, DialogClose } from './dialog'
import { toast } from './toast'

type ConfirmDialogProps = {
  trigger: ReactElement
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
export function ConfirmDialog({ trigger, title, consequence, verb, act, done }: ConfirmDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    try {
      await act()
      toast.success(done)
      setOpen(false)
    } catch (error) {
      toast.error(toProblem(error).message)
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
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
