'use client'

import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'checked' | 'onChange'> & {
  checked: boolean
  onCheckedChange: (isOn: boolean) => void
}

/** A native checkbox in the shape and role of a switch. */
export function Switch({ onCheckedChange, className, ...rest }: SwitchProps) {
  return (
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its state itself.
      role="switch"
      onChange={(event) => onCheckedChange(event.target.checked)}
      className={clsx(
        'inline-flex h-4.5 w-8 shrink-0 appearance-none items-center rounded-full border border-line-control bg-sunken p-0.5 transition-colors',
        'before:size-3 before:rounded-full before:bg-line-control before:transition-transform checked:before:translate-x-3.5 checked:before:bg-on-accent',
        'checked:border-accent-solid checked:bg-accent-solid disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
      {...rest}
    />
  )
}

type SwitchFieldProps = Omit<SwitchProps, 'id'> & {
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
