'use client'

import { clsx } from 'clsx'
import * as Radix from 'radix-ui/switch'
import { type ComponentProps, type ReactNode, useId } from 'react'

export function Switch({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={clsx(
        'inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border border-line-control bg-sunken p-0.5 transition-colors',
        'data-[state=checked]:border-accent-solid data-[state=checked]:bg-accent-solid disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
      {...rest}
    >
      <Radix.Thumb className="block size-3 rounded-full bg-line-control transition-transform data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  )
}

type SwitchFieldProps = Omit<ComponentProps<typeof Radix.Root>, 'id'> & {
  label: ReactNode
  /** Help text under the label, one line. */
  hint: ReactNode
}

/** A switch at the end of its label's line. */
export function SwitchField({ label, hint, ...rest }: SwitchFieldProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex items-center justify-between gap-4 text-sm">
      <span className="font-medium">
        {label}
        <span className="block font-normal text-ink-3 text-xs">{hint}</span>
      </span>
      <Switch id={id} {...rest} />
    </label>
  )
}
