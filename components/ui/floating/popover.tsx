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

/** Whether a field that takes the focus opens a keyboard on the screen, over what there is to choose. */
export const isTouched = () => window.matchMedia('(pointer: coarse)').matches

function focusFrame(event: Event) {
  if (!isTouched() || !(event.currentTarget instanceof HTMLElement)) return
  event.preventDefault()
  event.currentTarget.focus({ preventScroll: true })
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
          onOpenAutoFocus={focusFrame}
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
