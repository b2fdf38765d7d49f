'use client'

import { useMutation } from '@tanstack/react-query'
import { ArrowUpFromLine, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import type { GateDetail } from '@/lib/contracts/gates'
import { assignGateMutation, escalateGateMutation } from '@/lib/queries/gates'
import { ReasonDialog } from './reason-dialog'

const kinds = {
  assign: {
    title: 'Assign',
    keys: 's',
    icon: <UserRound aria-hidden />,
    description: 'The owner is told. Others who may decide still can.',
  },
  escalate: {
    title: 'Escalate',
    keys: 'e',
    icon: <ArrowUpFromLine aria-hidden />,
    description: 'The gate moves to somebody else, who is told. Nothing is decided, and the deadline stays.',
  },
}

const NOBODY = 'nobody'
const ADMINS = 'admins'

type MoveGateDialogProps = { project: string; detail: GateDetail; kind: keyof typeof kinds }

/** Gives a gate to somebody; an escalation says why. */
export function MoveGateDialog({ project, detail: { gate, deciders }, kind }: MoveGateDialogProps) {
  const { title, keys, icon, description } = kinds[kind]
  const [isOpen, setOpen] = useState(false)
  const [to, setTo] = useState<string>()
  const [reason, setReason] = useState('')
  const assign = useMutation(assignGateMutation(project, gate.id))
  const escalate = useMutation(escalateGateMutation(project, gate.id))
  const { error, isPending } = kind === 'assign' ? assign : escalate
  const change = (open: boolean) => {
    setOpen(open)
    setTo(undefined)
    setReason('')
    assign.reset()
    escalate.reset()
  }
  const submit = () => {
    if (to === undefined) return
    const onSuccess = () => change(false)
    if (kind === 'assign') assign.mutate({ userId: to === NOBODY ? null : to }, { onSuccess })
    else escalate.mutate({ to, reason: reason.trim() }, { onSuccess })
  }
  useShortcuts('This gate', [{ keys, label: title, run: () => change(true) }])
  const people = deciders.people.map(({ userId, name }) => ({ value: userId, label: name }))
  const others = people.filter((person) => person.value !== gate.owner?.userId)
  const rest = kind === 'escalate' ? { value: ADMINS, label: 'The admins' } : { value: NOBODY, label: 'Nobody' }
  return (
    <ReasonDialog
      title={title}
      description={description}
      trigger={
        <Button size="sm" icon={icon} shortcut={keys}>
          {title}
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={change}
      reason={kind === 'escalate' ? { value: reason, onChange: setReason } : null}
      submit={title}
      isPending={isPending}
      isComplete={to !== undefined}
      error={error}
      onSubmit={submit}
    >
      <Field label="To">{({ id }) => <Select id={id} value={to} onChange={setTo} options={[...others, rest]} />}</Field>
    </ReasonDialog>
  )
}
