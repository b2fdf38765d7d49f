'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { InputField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { toast } from '@/components/ui/toast'
import { useDialogOf } from '@/components/ui/use-dialog-of'
import { toProblem } from '@/lib/queries/problem'

type TypedNameDialogProps = {
  trigger: ReactElement
  title: string
  consequence: ReactNode
  /** Name of the item to be deleted, which the user has to type. */
  name: string
  verb: string
  act: (typed: string) => Promise<unknown>
  done: string
  /** It concerns the person, not the project. */
  isFree?: boolean
}

/** Confirmation of a destructive action by typing a name, to prevent accidents. */
export function TypedNameDialog(props: TypedNameDialogProps) {
  const { trigger, title, consequence, name, verb, act, done, isFree = false } = props
  const form = useId()
  const [typed, setTyped] = useState('')
  const confirm = useMutation({
    mutationFn: act,
    onSuccess: () => {
      change(false)
      toast.success(done)
    },
  })
  const [isOpen, setOpen] = useDialogOf(confirm)
  // The name has to be typed each time: one that stands there already prevents no accident.
  const change = (next: boolean) => {
    setOpen(next)
    setTyped('')
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={change}
      trigger={trigger}
      title={title}
      isFree={isFree}
      description={consequence}
      submit={{ children: verb, form, variant: 'danger', pending: confirm.isPending, disabled: typed.trim() !== name }}
    >
      <Form isFree={isFree} id={form} onSubmit={() => confirm.mutate(typed)}>
        <InputField
          label={
            <>
              Type <span className="font-mono">{name}</span>
            </>
          }
          error={confirm.error && toProblem(confirm.error).message}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={setTyped}
        />
      </Form>
    </Dialog>
  )
}
