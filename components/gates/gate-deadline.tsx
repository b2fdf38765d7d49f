'use client'

import { useMutation } from '@tanstack/react-query'
import { CalendarPlus, Timer } from 'lucide-react'
import { use, useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { ReadOnly } from '@/components/ui/offline'
import { Select } from '@/components/ui/select'
import { AbsoluteTime, Countdown } from '@/components/ui/time'
import { useDialogOf } from '@/components/ui/use-dialog-of'
import { HOUR_MS } from '@/lib/contracts/durations'
import type { GateDetail } from '@/lib/contracts/gates'
import { gateMove } from '@/lib/queries/gates'
import { ReasonDialog } from './reason-dialog'

type GateDeadlineProps = { project: string; detail: GateDetail }

/** Deadline of a gate, and what happens when it passes. */
export function GateDeadline({ project, detail }: GateDeadlineProps) {
  const isPaused = use(ReadOnly)
  return (
    <div className="flex flex-wrap items-start gap-2 rounded-md border border-review-line bg-review-bg px-3 py-2 sm:gap-3 sm:px-4 sm:py-3">
      <Timer className="mt-0.5 size-4.5 shrink-0 text-review-fg" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm max-sm:[&_span]:inline-block max-sm:[&_time]:whitespace-normal sm:text-md">
          {isPaused ? <AbsoluteTime iso={detail.gate.deadlineAt} /> : <Countdown deadlineAt={detail.gate.deadlineAt} />}
        </p>
        {(isPaused || detail.consequences) && (
          <p className="mt-0.5 text-ink-2 text-xs sm:text-sm">
            {isPaused
              ? 'The deadline waits while the project is to be deleted. If it is kept, the time that has passed is added.'
              : `At zero: ${detail.consequences?.timeout}`}
          </p>
        )}
      </div>
      {detail.mayExtend.allowed && <ExtendGate project={project} detail={detail} />}
    </div>
  )
}

const steps = [
  { value: '4', label: '4 hours' },
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
] as const

type Hours = (typeof steps)[number]['value']
type ExtendGateProps = { project: string; detail: GateDetail }

/** Dialog that extends the deadline, with a reason. */
function ExtendGate({ project, detail: { gate, latestDeadlineAt } }: ExtendGateProps) {
  const [hours, setHours] = useState<Hours>('24')
  const reason = useUnsentText(`extend ${gate.id}`)
  const [why, setWhy] = reason
  const extend = useMutation(gateMove('POST /api/v1/gates/{gateId}/extension', project))
  const [isOpen, setOpen] = useDialogOf(extend)
  const deadlineMs = Date.parse(gate.deadlineAt)
  const after = (added: Hours) => new Date(Math.min(deadlineMs + Number(added) * HOUR_MS, Date.parse(latestDeadlineAt)))
  const isAtEnd = Date.parse(latestDeadlineAt) <= deadlineMs
  const submit = () => {
    const input = { gateId: gate.id, deadlineAt: after(hours).toISOString(), reason: why.trim() }
    extend.mutate(input, {
      onSuccess: () => {
        setOpen(false)
        setWhy('')
      },
    })
  }
  useShortcuts('This gate', [{ keys: 'x', label: 'Extend the deadline', run: () => setOpen(!isAtEnd) }])
  return (
    <ReasonDialog
      title="Extend the deadline"
      description="At most 7 days at a time, and 90 days after opening. Reviewers are warned again when a quarter of the new time is left."
      trigger={
        <Button size="sm" icon={<CalendarPlus aria-hidden />} shortcut="x" disabled={isAtEnd}>
          Extend
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      reason={reason}
      submit="Extend"
      isPending={extend.isPending}
      error={extend.error}
      onSubmit={submit}
    >
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
    </ReasonDialog>
  )
}
