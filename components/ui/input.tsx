import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** Shared style of text controls. A control takes the full width unless `className` sets one. */
const controlClass = clsx(
  'rounded-md border border-line-strong bg-raised px-2.5 text-ink text-sm transition-colors',
  'hover:border-line-control focus-visible:border-accent focus-visible:outline-offset-0',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-fail',
)

/** Style of a select's trigger: a text control with the chosen value on the left. */
export const selectTriggerClass = clsx(
  controlClass,
  'inline-flex h-8 items-center justify-between gap-2 text-left data-placeholder:text-ink-3',
)

type InputProps = ComponentProps<'input'> & {
  /** Shown inside the input, before the text. */
  icon?: ReactNode
}

export function Input({ icon, className, ...rest }: InputProps) {
  if (!icon) return <input className={clsx(controlClass, 'h-8', className ?? 'w-full')} {...rest} />
  return (
    <span className={clsx('relative block', className ?? 'w-full')}>
      <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-3 [&_svg]:size-4">
        {icon}
      </span>
      <input className={clsx(controlClass, 'h-8 w-full pl-8')} {...rest} />
    </span>
  )
}

/** Grows with its text. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={clsx(controlClass, 'field-sizing-content max-h-96 min-h-18 py-2', className ?? 'w-full')}
      {...rest}
    />
  )
}
