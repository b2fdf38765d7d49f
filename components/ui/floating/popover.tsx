'use client'

import { clsx } from 'clsx'
import * as Radix from 'radix-ui/popover'
import type { ReactNode } from 'react'
import { keepIfTaken } from './keep-if-taken'
import { floatClass } from './surface'

export type PopoverProps = {
  /** A single button. */
  trigger: ReactNode
  /** Accessible name of the popover. */
  label: string
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

/** The popover itself, mounted open on its first opening. */
export function OpenedPopover({ trigger, label, align = 'start', className, children }: PopoverProps) {
  return (
    <Radix.Root defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onEscapeKeyDown={keepIfTaken}
          className={clsx(
            floatClass,
            'max-h-(--radix-popover-content-available-height) overflow-y-auto p-4',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const PopoverClose = Radix.Close
