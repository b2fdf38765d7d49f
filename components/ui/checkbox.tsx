'use client'

import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'ref'> & {
  checked?: boolean | 'indeterminate'
  onCheckedChange?: (isChecked: boolean) => void
}

export function Checkbox({ checked = false, onCheckedChange, className, ...rest }: CheckboxProps) {
  const isIndeterminate = checked === 'indeterminate'
  return (
    <input
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = isIndeterminate
      }}
      checked={checked === true}
      onChange={(event) => onCheckedChange?.(event.target.checked)}
      className={clsx(
        'checkbox size-4 shrink-0 appearance-none rounded-sm border border-line-control bg-raised transition-colors',
        'checked:border-accent-solid checked:bg-accent-solid indeterminate:border-accent-solid indeterminate:bg-accent-solid',
        'disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
      {...rest}
    />
  )
}
