'use client'

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Select } from '@/components/ui/select'
import { queryOf } from '@/lib/queries/query-of'

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
  const [userId, setUserId] = useState('')
  const { data } = useQuery(queryOf('GET /api/v1/members', {}, { project }))
  const members = data?.members.filter(({ role }) => role !== 'viewer') ?? []
  const chosen = members.find((member) => member.userId === userId)
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
            <Select
              {...control}
              label="To"
              value={userId}
              onChange={setUserId}
              options={members.map((member) => ({ value: member.userId, label: member.name }))}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
