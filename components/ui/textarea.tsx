import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass } from './input'

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
