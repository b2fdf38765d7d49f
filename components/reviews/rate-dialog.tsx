'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'

type RateDialogProps = {
  isOpen: boolean
  isPending: boolean
  onClose: () => void
  /** `onTaken`: to be called once the desk has it. */
  onRate: (rating: number, reason: string | undefined, onTaken: () => void) => void
}

/** A rating from 0 to 1, typed or dragged. */
export function RateDialog({ isOpen, isPending, onClose, onRate }: RateDialogProps) {
  const form = useId()
  const [text, setText] = useState('0.70')
  const [reason, setReason] = useState('')
  const rating = Number(text.replace(',', '.'))
  const isValid = text.trim() !== '' && rating >= 0 && rating <= 1
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid) onRate(rating, reason.trim() || undefined, () => setReason(''))
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Rate this run"
      description="The number becomes its human signal. 0 counts as a rejection."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" pending={isPending} disabled={!isValid}>
            Rate
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
        className="grid gap-4"
      >
        <Field label="Rating" required error={isValid ? null : 'A number from 0 to 1.'}>
          {(control) => (
            <div className="flex items-center gap-3">
              <Input
                {...control}
                autoFocus
                inputMode="decimal"
                className="w-20"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              <input
                type="range"
                aria-label="Rating, by slider"
                min={0}
                max={1}
                step={0.05}
                value={isValid ? rating : 0}
                onChange={(event) => setText(Number(event.target.value).toFixed(2))}
                className="h-8 flex-1 accent-human"
              />
            </div>
          )}
        </Field>
        <Field label="Why" required={false}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={10_000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
