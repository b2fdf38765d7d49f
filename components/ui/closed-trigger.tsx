'use client'

import * as Slot from 'radix-ui/slot'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { isTypedInto } from './held-keys'
import type { LazyComponent } from './lazy-component'

export type OpenedBy = 'pointer' | 'keyboard'

type ClosedTriggerProps = {
  popup: 'menu' | 'dialog' | 'listbox'
  part: LazyComponent<unknown>
  onOpen: (by: OpenedBy) => void
  /** A single button. */
  children: ReactNode
}

/** Trigger of a popup that was not opened yet. Prefetches the popup's code on hover and focus. */
export function ClosedTrigger({ popup, part, onOpen, children }: ClosedTriggerProps) {
  const open = (by: OpenedBy) => {
    part.prefetch()
    onOpen(by)
  }
  return (
    <Slot.Root
      aria-haspopup={popup}
      aria-expanded={false}
      data-state="closed"
      onPointerEnter={part.prefetch}
      onFocus={part.prefetch}
      // A click from the keyboard has a `detail` of 0.
      onClick={(event: MouseEvent) => open(event.detail === 0 ? 'keyboard' : 'pointer')}
      onKeyDown={(event: KeyboardEvent) => {
        if (popup === 'listbox' && isTypedInto(event, '[role="listbox"]')) open('keyboard')
        if (popup === 'dialog' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        open('keyboard')
      }}
    >
      {children}
    </Slot.Root>
  )
}
