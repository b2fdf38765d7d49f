'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import type { UnsentText } from './browser-storage'
import { DraftKept } from './draft-kept'
import { Input, Textarea } from './input'

/** Props that connect a control to its label and to what is said about it. */
export type ControlProps = {
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
  const { control, note } = useControl(error, hint)
  return (
    <div className="grid gap-1.5">
      <label htmlFor={control.id} className="font-medium text-ink text-sm">
        {label}
        {required === false && <span className="font-normal text-ink-3"> optional</span>}
      </label>
      {children({ ...control, ...(required ? { required: true } : {}) })}
      {note}
    </div>
  )
}

/** The props of a control, and what is said about it: what is wrong with it, else the help text. */
export function useControl(
  error: string | null | undefined,
  hint: ReactNode,
): { control: ControlProps; note: ReactNode } {
  const id = useId()
  const noteId = `${id}-note`
  const text = error || hint
  return {
    control: {
      id,
      'aria-describedby': text ? noteId : undefined,
      'aria-invalid': error ? true : undefined,
    },
    note: text ? (
      <p
        id={noteId}
        role={error ? 'alert' : undefined}
        className={error ? 'text-fail-fg text-xs' : 'text-ink-3 text-xs'}
      >
        {text}
      </p>
    ) : null,
  }
}

type TextProps<Control> = Omit<FieldProps, 'children'> &
  Omit<Control, 'onChange' | 'required'> & { onChange?: (text: string) => void }

/** Labelled one-line input. */
export function InputField({
  label,
  hint,
  error,
  required,
  onChange,
  ...input
}: TextProps<ComponentProps<typeof Input>>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => <Input {...control} {...input} onChange={(event) => onChange?.(event.target.value)} />}
    </Field>
  )
}

/** Labelled text area. */
export function TextareaField({
  label,
  hint,
  error,
  required,
  onChange,
  ...area
}: TextProps<ComponentProps<'textarea'>>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => <Textarea {...control} {...area} onChange={(event) => onChange?.(event.target.value)} />}
    </Field>
  )
}

/** Props of a field whose text is kept while it is unsent; `hint` is shown when the text is not a kept one. */
export function unsentField([value, onChange, onClear]: UnsentText, hint?: ReactNode) {
  return { value, onChange, hint: onClear ? <DraftKept onClear={onClear} /> : hint }
}
