'use client'

import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'

const COMMON = ['Wrong result', 'Incomplete', 'Made something up', 'Ignored the instructions', 'Unsafe or not allowed']

type RejectDialogProps = {
  isOpen: boolean
  isPending: boolean
  onClose: () => void
  /** `onTaken`: to be called once the desk has it. */
  onReject: (reason: string, onTaken: () => void) => void
}

/** A rejection needs a reason: it is what the agent and the next reviewer read. */
export function RejectDialog({ isOpen, isPending, onClose, onReject }: RejectDialogProps) {
  const form = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') setMissing(true)
    else onReject(reason.trim().replace(/:$/, ''), () => setReason(''))
  }
  const add = (words: string) => {
    setReason(reason.trim() === '' ? `${words}: ` : `${reason.trimEnd()}\n${words}: `)
    setMissing(false)
    field.current?.focus()
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Reject this run"
      description="Its human signal becomes 0, and it cannot be accepted while that stands."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="danger" pending={isPending}>
            Reject
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
        className="grid gap-3"
      >
        <Field label="Reason" required error={isMissing ? 'Say why, in a few words.' : null} hint="Ctrl Enter rejects.">
          {(control) => (
            <Textarea
              {...control}
              ref={field}
              autoFocus
              rows={4}
              maxLength={10_000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <ul aria-label="Common reasons" className="flex flex-wrap gap-1.5">
          {COMMON.map((words) => (
            <li key={words}>
              <Button size="sm" onClick={() => add(words)}>
                {words}
              </Button>
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  )
}
