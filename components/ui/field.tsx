'use client'

import { Label } from 'radix-ui/label'
import { type ReactNode, useId } from 'react'

type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  required?: boolean
}

type FieldProps = {
  label: ReactNode
  /** Help text under the control, one line. */
  hint?: ReactNode
  /** What is wrong and how to fix it; replaces the hint. */
  error?: string | null
  required?: boolean
  /** Renders the control with the `id` and ARIA props that connect it to its label and message. */
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, hint, error, required, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(error || hint)
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id} className="font-medium text-ink text-sm">
        {label}
        {required === false && <span className="ml-1 font-normal text-ink-3">optional</span>}
      </Label>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
        ...(required ? { required: true } : {}),
      })}
      {hasNote && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={error ? 'text-fail-fg text-xs' : 'text-ink-3 text-xs'}
        >
          {error || hint}
        </p>
      )}
    </div>
  )
}
