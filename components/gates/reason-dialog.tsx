'use client'

import type { FormEvent, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { toProblem } from '@/lib/queries/problem'

type ReasonDialogProps = {
  title: string
  description: string
  trigger: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Null where none is asked for. */
  reason: { value: string; onChange: (value: string) => void } | null
  /** What the button says. */
  submit: string
  isPending: boolean
  /** What is asked besides the reason has been answered. */
  isComplete?: boolean
  error: Error | null
  onSubmit: () => void
  /** What is asked before the reason. */
  children?: ReactNode
}

/** Does something with a gate for a reason, which goes on record. */
export function ReasonDialog({ reason, error, isComplete = true, children, ...props }: ReasonDialogProps) {
  const { title, description, trigger, isOpen, onOpenChange, submit, isPending, onSubmit } = props
  const problem = error ? toProblem(error) : null
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange} title={title} description={description} trigger={trigger}>
      <form onSubmit={send} className="grid gap-4">
        {problem && (
          <Notice tone="fail" title={problem.message}>
            {problem.requestId && <>Request {problem.requestId}</>}
          </Notice>
        )}
        {children}
        {reason && (
          <Field label="Reason">
            {(control) => (
              <Textarea
                {...control}
                value={reason.value}
                maxLength={10_000}
                onChange={(event) => reason.onChange(event.target.value)}
              />
            )}
          </Field>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            pending={isPending}
            disabled={!isComplete || reason?.value.trim() === ''}
          >
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
