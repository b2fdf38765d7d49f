'use client'

import { useMutation } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { AbsoluteTime } from '@/components/ui/time'
import type { GateDetail } from '@/lib/contracts/gates'
import { extendGateMutation } from '@/lib/queries/gates'
import { toProblem } from '@/lib/queries/problem'

const HOUR_MS = 3_600_000
const steps = [
  { value: '4', label: '4 hours' },
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
] as const

type Hours = (typeof steps)[number]['value']
type ExtendGateProps = { project: string; detail: GateDetail }

/** Moves the deadline, with a reason. */
export function ExtendGate({ project, detail: { gate, latestDeadlineAt } }: ExtendGateProps) {
  const [isOpen, setOpen] = useState(false)
  const [hours, setHours] = useState<Hours>('24')
  const [reason, setReason] = useState('')
  const extend = useMutation(extendGateMutation(project, gate.id))
  const problem = extend.error ? toProblem(extend.error) : null
  const deadlineMs = Date.parse(gate.deadlineAt)
  const after = (added: Hours) => new Date(Math.min(deadlineMs + Number(added) * HOUR_MS, Date.parse(latestDeadlineAt)))
  const isAtEnd = Date.parse(latestDeadlineAt) <= deadlineMs
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { deadlineAt: after(hours).toISOString(), reason: reason.trim() }
    extend.mutate(input, {
      onSuccess: () => {
        setOpen(false)
        setReason('')
      },
    })
  }
  useShortcuts('This gate', [{ keys: 'x', label: 'Extend the deadline', run: () => setOpen(!isAtEnd) }])
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title="Extend the deadline"
      description="By 7 days at most at a time, and 90 days from the opening. A warning comes again with a quarter of the new time left."
      trigger={
        <Button size="sm" icon={<CalendarPlus aria-hidden />} shortcut="x" disabled={isAtEnd}>
          Extend
        </Button>
      }
    >
      <form onSubmit={submit} className="grid gap-4">
        {problem && (
          <Notice tone="fail" title={problem.message}>
            {problem.requestId && <>Request {problem.requestId}</>}
          </Notice>
        )}
        <Field
          label="By"
          hint={
            <>
              New deadline: <AbsoluteTime iso={after(hours).toISOString()} />
            </>
          }
        >
          {({ id }) => <Select id={id} value={hours} onChange={setHours} options={steps} className="w-40" />}
        </Field>
        <Field label="Reason">
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={10_000}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" variant="primary" pending={extend.isPending} disabled={reason.trim() === ''}>
            Extend
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
