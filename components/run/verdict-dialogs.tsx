'use client'

import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, TextareaField, unsentField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { useModifierKey } from '@/components/ui/modifier-key'
import { RangeInput } from '@/components/ui/range-input'
import { forgetUnsentVerdict, unsentKeys } from './unsent-verdict'

const COMMON = ['Wrong result', 'Incomplete', 'Made something up', 'Ignored the instructions', 'Unsafe or not allowed']

type RejectDialogProps = {
  runId: string
  isOpen: boolean
  isPending: boolean
  /** Reason of a rejection that was taken back. */
  startReason?: string | null
  onClose: () => void
  /** Call `onTaken` when the server has accepted it. */
  onReject: (reason: string, onTaken: () => void) => void
}

/**
 * Dialog for a rejection. The reason is required, because the agent and the next reviewer read it. A common one has a number key and rejects
 * at once.
 */
export function RejectDialog({ runId, isOpen, isPending, startReason = null, onClose, onReject }: RejectDialogProps) {
  const form = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const kept = useUnsentText(unsentKeys.reject(runId), startReason ?? '')
  const [reason, setReason] = kept
  const [isMissing, setMissing] = useState(false)
  const modifier = useModifierKey()
  const rejectFor = (words: string) => onReject(words, () => setReason(''))
  const submit = () => {
    if (reason.trim() === '') setMissing(true)
    else rejectFor(reason.trim().replace(/:$/, ''))
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Reject this run"
      description="It cannot be accepted then, unless this verdict changes."
      submit={{ children: 'Reject', form, variant: 'danger', pending: isPending }}
    >
      <Form
        id={form}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.target === field.current || !isText(event)) return
          const common = event.repeat ? undefined : COMMON[Number(event.key) - 1]
          if (common !== undefined && !isPending) rejectFor(common)
          // A reason typed at once goes into its field: on a button, its first space would send the rejection.
          else field.current?.focus()
        }}
        className="grid gap-3"
      >
        <ul aria-label="Common reasons" className="flex flex-wrap gap-1.5">
          {COMMON.map((words, place) => (
            <li key={words}>
              <Button
                autoFocus={place === 0}
                shortcut={String(place + 1)}
                disabled={isPending}
                onClick={() => rejectFor(words)}
              >
                {words}
              </Button>
            </li>
          ))}
        </ul>
        <TextareaField
          label="Reason"
          required
          error={isMissing ? 'Say why in a few words.' : null}
          ref={field}
          rows={4}
          maxLength={10_000}
          {...unsentField(kept, <span className="pointer-coarse:hidden">{modifier}+Enter rejects.</span>)}
        />
      </Form>
    </Dialog>
  )
}

/** Whether a key types a character: with Ctrl, a digit changes the tab of the browser. A space does not count: it presses the button that has the focus. */
const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

type RateDialogProps = {
  runId: string
  isOpen: boolean
  isPending: boolean
  /** A rating that was taken back. */
  start?: { value: number; reason: string | null } | null
  onClose: () => void
  /** Call `onTaken` when the server has accepted it. */
  onRate: (rating: number, reason: string | undefined, onTaken: () => void) => void
}

/** Dialog for a rating from 0 to 1, by text field or slider. It proposes none, which people would stay close to. */
export function RateDialog({ runId, isOpen, isPending, start = null, onClose, onRate }: RateDialogProps) {
  const form = useId()
  const [text, setText] = useUnsentText(unsentKeys.rating(runId), start ? String(start.value) : '')
  const why = useUnsentText(unsentKeys.why(runId), start?.reason ?? '')
  const [reason, setReason] = why
  const [isAsked, setAsked] = useState(false)
  const rating = ratingOf(text)
  const taken = () => {
    forgetUnsentVerdict(runId)
    setReason('')
  }
  const submit = () => {
    if (rating === null) setAsked(true)
    else onRate(rating, reason.trim() || undefined, taken)
  }
  const choose = (next: string) => {
    setText(next)
    setAsked(false)
  }
  const slide = (at: number) => choose(at.toFixed(2))
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Rate this run"
      description="The number counts as your verdict. 0 rejects the run."
      submit={{ children: 'Rate', form, pending: isPending }}
    >
      <Form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="Rating"
          required
          hint={
            rating !== null && isTenths(text)
              ? `That is ${rating.toFixed(2)}.`
              : 'A number from 0 to 1; 2 to 9 are tenths.'
          }
          error={problemOf(text, rating, isAsked)}
        >
          {(control) => (
            <div className="flex items-center gap-3">
              <Input
                {...control}
                autoFocus
                onFocus={(event) => event.target.select()}
                inputMode="decimal"
                className="w-20"
                value={text}
                onChange={(event) => choose(event.target.value)}
              />
              <RangeInput
                aria-label="Rating, by slider"
                aria-valuetext={rating === null ? 'not chosen' : undefined}
                min={0}
                max={1}
                step={0.05}
                isEmpty={rating === null}
                value={rating ?? 0.5}
                onChange={(event) => slide(Number(event.target.value))}
                // The middle, where an empty slider stands, is no change.
                onPointerUp={(event) => rating === null && slide(Number(event.currentTarget.value))}
                className="min-w-0 flex-1"
              />
            </div>
          )}
        </Field>
        <TextareaField label="Why" required={false} rows={3} maxLength={10_000} {...unsentField(why)} />
      </Form>
    </Dialog>
  )
}

const isTenths = (text: string) => /^[2-9]$/.test(text.trim())

/** Reads a typed rating in [0, 1]; null without one. A single digit from 2 to 9, which is none, counts tenths. */
function ratingOf(text: string): number | null {
  const typed = text.trim().replace(',', '.')
  const rating = isTenths(typed) ? Number(typed) / 10 : Number(typed)
  return /\d/.test(typed) && rating >= 0 && rating <= 1 ? rating : null
}

function problemOf(text: string, rating: number | null, isAsked: boolean): string | null {
  if (rating !== null) return null
  if (/\w/.test(text)) return 'A number from 0 to 1.'
  return isAsked ? 'Choose a rating: type a number or use the slider.' : null
}
