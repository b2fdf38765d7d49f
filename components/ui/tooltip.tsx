'use client'

import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'
import { Kbd } from './kbd'

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={150}>
      {children}
    </Radix.Provider>
  )
}

type TooltipProps = {
  content: ReactNode
  shortcut?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One focusable element. */
  children: ReactNode
}

/** A short remark on hover and focus. Nothing that is only here may be needed. */
export function Tooltip({ content, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 animate-fade items-center gap-2 rounded-md bg-ink px-2 py-1 text-paper text-xs"
        >
          {content}
          {shortcut && <Kbd onColor>{shortcut}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
