'use client'

import { useId, useState } from 'react'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { InputField, unsentField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { useTimeZone } from '@/components/ui/time'
import { HOUR_MS, MINUTE_MS } from '@/lib/contracts/durations'
import { formatDateTime } from '@/lib/presentation/format/date'
import { fromMinuteField, toMinuteField } from '@/lib/presentation/format/zoned-fields'

export { AssignDialog } from '@/components/domain-ui/assign-dialog'

type HoldDialogProps = {
  runId: string
  isPending: boolean
  onClose: () => void
  /** Call `onTaken` when the server has accepted it. */
  onHold: (until: string, reason: string, onTaken: () => void) => void
}

/** Asks until when a run is held, and why. */
export function HoldDialog({ runId, isPending, onClose, onHold }: HoldDialogProps) {
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
