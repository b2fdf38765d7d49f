'use client'

import { useMutation } from '@tanstack/react-query'
import { CornerUpLeft, MoreHorizontal, SkipForward, Timer } from 'lucide-react'
import { useId, useState } from 'react'
import { AssignDialog } from '@/components/domain-ui/assign-dialog'
import { useShortcuts } from '@/components/shell/shortcuts'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu'
import { InputField, unsentField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { useTimeZone } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { HOUR_MS, MINUTE_MS } from '@/lib/contracts/durations'
import type { ReviewItem } from '@/lib/contracts/review-queue'
import { formatDateTime } from '@/lib/presentation/format/date'
import { fromMinuteField, toMinuteField } from '@/lib/presentation/format/zoned-fields'
import { isOfLostProject, toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import type { Postponed } from './use-take-up'

type QueueActionsProps = {
  project: string
  item: ReviewItem
  /** Called when the run is no longer claimed by the user, with a message and its undoing if that is what they asked for. */
  onGone: (note: string | null, undo?: Postponed['undo']) => void
  onChanged: () => void
}

/** Actions other than a verdict: skip, hold, send back, assign, or request a second reviewer. */
export function QueueActions({ project, item, onGone, onChanged }: QueueActionsProps) {
  const timeZone = useTimeZone()
  const [open, setOpen] = useState<'hold' | 'assign' | null>(null)
  const onError = (error: unknown) => {
    const { code, message } = toProblem(error, { not_found: 'This run is no longer in the queue.' })
    toast.error('Not done', { description: message })
    if (code === 'not_found' && !isOfLostProject(error)) onGone(null)
  }
  const skip = useMutation({
    ...mutationOf('POST /api/v1/review/runs/{runId}/skip', { project, changes: [] }),
    onError,
  })
  const move = useMutation({
    ...mutationOf('POST /api/v1/review/runs/{runId}/move', { project, changes: [] }),
    onError,
  })
  const isPending = skip.isPending || move.isPending
  const { runId, clientId } = item
  const doSkip = () => {
    if (!isPending)
      skip.mutate(
        { runId },
        { onSuccess: () => onGone(`Skipped ${clientId}. It comes back at the end of the queue.`, 'claim') },
      )
  }
  const sendBack = () => {
    if (isPending) return
    // Releasing does not change the run's priority, so skip it first: for this user it then comes last.
    skip.mutate(
      { runId },
      {
        onSuccess: () =>
          move.mutate(
            { runId, action: 'release' },
            { onSuccess: () => onGone(`Sent ${clientId} back to the queue.`, 'claim') },
          ),
      },
    )
  }
  const ask = () => {
    if (isPending) return
    move.mutate(
      { runId, action: 'ask' },
      {
        onSuccess: () => {
          toast.success('A second person will be asked', { description: 'Both verdicts are kept.' })
          onChanged()
        },
      },
    )
  }
  useShortcuts('Postpone or reassign', [
    { keys: 's', label: 'Skip to the end of the queue', run: doSkip },
    { keys: 'h', label: 'Hold until later', run: () => setOpen('hold') },
    { keys: 'b', label: 'Send back to the queue', run: sendBack },
    { keys: 'i', label: 'Assign to a person', run: () => setOpen('assign') },
    { keys: 'o', label: 'Ask a second person', run: ask },
  ])
  const close = () => setOpen(null)
  return (
    <>
      <Button
        variant="ghost"
        icon={<SkipForward aria-hidden />}
        shortcut="s"
        aria-disabled={isPending}
        onClick={doSkip}
      >
        Skip
      </Button>
      <Button
        variant="ghost"
        icon={<Timer aria-hidden />}
        shortcut="h"
        disabled={isPending}
        onClick={() => setOpen('hold')}
      >
        Hold
      </Button>
      <Button
        variant="ghost"
        icon={<CornerUpLeft aria-hidden />}
        shortcut="b"
        aria-disabled={isPending}
        onClick={sendBack}
      >
        Send back
      </Button>
      <DropdownMenu
        align="end"
        trigger={
          <Button
            variant="ghost"
            aria-label="More to do with this run"
            icon={<MoreHorizontal aria-hidden />}
            className="px-2"
          />
        }
      >
        <MenuItem shortcut="i" onSelect={() => setOpen('assign')}>
          Assign to a person
        </MenuItem>
        <MenuItem shortcut="o" onSelect={ask}>
          Ask a second person
        </MenuItem>
      </DropdownMenu>
      {open === 'hold' && (
        <HoldDialog
          runId={runId}
          isPending={move.isPending}
          onClose={close}
          onHold={(until, reason, onTaken) =>
            move.mutate(
              { runId, action: 'hold', until, ...(reason && { reason }) },
              {
                onSuccess: () => {
                  onTaken()
                  onGone(`Held ${clientId} until ${formatDateTime(until, timeZone)}.`, 'release')
                },
              },
            )
          }
        />
      )}
      {open === 'assign' && (
        <AssignDialog
          project={project}
          what="this run"
          isPending={move.isPending}
          onClose={close}
          onAssign={(userId, name) =>
            move.mutate(
              { runId, action: 'assign', userId },
              { onSuccess: () => onGone(`${clientId} waits for ${name}.`, 'unassign') },
            )
          }
        />
      )}
    </>
  )
}

type HoldDialogProps = {
  runId: string
  isPending: boolean
  onClose: () => void
  /** Call `onTaken` when the server has accepted it. */
  onHold: (until: string, reason: string, onTaken: () => void) => void
}

function HoldDialog({ runId, isPending, onClose, onHold }: HoldDialogProps) {
  const form = useId()
  const timeZone = useTimeZone()
  const [now] = useState(() => Date.now())
  // The time beside its text: where clocks show a time twice, the text alone is the first of the two.
  const inHours = (hours: number) => {
    const time = new Date(Math.floor((now + hours * HOUR_MS) / MINUTE_MS) * MINUTE_MS)
    return { text: toMinuteField(time, timeZone), time }
  }
  const [{ text, time }, setUntil] = useState<{ text: string; time: Date | null }>(() => inHours(1))
  const why = useUnsentText(`hold ${runId}`)
  const [reason, setReason] = why
  const isLater = time !== null && time.getTime() > now
  const submit = () => {
    if (isLater) onHold(time.toISOString(), reason.trim(), () => setReason(''))
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Hold this run"
      description="No one gets it before then."
      submit={{ children: 'Hold', form, pending: isPending, disabled: !isLater }}
    >
      <Form id={form} onSubmit={submit} className="grid gap-4">
        <ul aria-label="Common times" className="flex flex-wrap gap-1.5">
          {[
            { label: 'One hour', hours: 1 },
            { label: 'Four hours', hours: 4 },
            { label: 'Tomorrow', hours: 24 },
            { label: 'In a week', hours: 24 * 7 },
          ].map(({ label, hours }) => (
            <li key={label}>
              <Button size="sm" onClick={() => setUntil(inHours(hours))}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
        <InputField
          label="Until"
          required
          error={isLater ? null : 'Choose a time in the future.'}
          hint={time && formatDateTime(time.toISOString(), timeZone)}
          type="datetime-local"
          value={text}
          onChange={(typed) => setUntil({ text: typed, time: fromMinuteField(typed, timeZone) })}
        />
        <InputField label="Why" required={false} autoFocus maxLength={1000} {...unsentField(why)} />
      </Form>
    </Dialog>
  )
}
