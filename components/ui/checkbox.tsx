'use client'

import { clsx } from 'clsx'
import { Check, Minus } from 'lucide-react'
import * as Radix from 'radix-ui/checkbox'
import type { ComponentProps } from 'react'

export function Checkbox({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={clsx(
        'group inline-flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-control bg-raised transition-colors',
        'data-[state=checked]:border-accent-solid data-[state=checked]:bg-accent-solid data-[state=indeterminate]:border-accent-solid data-[state=indeterminate]:bg-accent-solid',
        'text-on-accent disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
      {...rest}
    >
      <Radix.Indicator>
        <Check className="size-3 group-data-[state=indeterminate]:hidden" strokeWidth={3} aria-hidden />
        <Minus className="hidden size-3 group-data-[state=indeterminate]:block" strokeWidth={3} aria-hidden />
      </Radix.Indicator>
    </Radix.Root>
  )
}
