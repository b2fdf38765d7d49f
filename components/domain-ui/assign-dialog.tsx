'use client'

import { useId, useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { PersonPicker } from './pickers'

type AssignDialogProps = {
  project: string
  /** "this run", "30 runs". */
  what: string
  isPending: boolean
  error?: string | null
  onClose: () => void
  onAssign: (userId: string, name: string) => void
}

/** Chooses the reviewer of one run or several. */
export function AssignDialog({ project, what, isPending, error, onClose, onAssign }: AssignDialogProps) {
  const form = useId()
  const [chosen, setChosen] = useState<{ userId: string; name: string } | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Assign ${what}`}
      description="Only that person is asked to review, and is notified."
      submit={{ children: 'Assign', form, pending: isPending, disabled: !chosen }}
    >
      <Form
        id={form}
        onSubmit={() => {
          if (chosen) onAssign(chosen.userId, chosen.name)
        }}
      >
        <Field label="To" required error={error ?? null}>
          {(control) => (
            <PersonPicker
              {...control}
              isOpenAtOnce
              project={project}
              within={{ deciders: true }}
              value={chosen?.userId}
              onChange={(userId, name) => setChosen({ userId, name })}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
