'use client'

import * as Slot from 'radix-ui/slot'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { LazyComponent } from './lazy-component'

export type OpenedBy = 'pointer' | 'keyboard'

type ClosedTriggerProps = {
  popup: 'menu' | 'dialog' | 'listbox'
  part: LazyComponent<unknown>
  onOpen: (by: OpenedBy) => void
  /** One button. */
  children: ReactNode
}

/** The button of something that was not opened yet. What it opens is fetched when a pointer or the focus comes near. */
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
      // A key's click has no count.
      onClick={(event: MouseEvent) => open(event.detail === 0 ? 'keyboard' : 'pointer')}
      onKeyDown={(event: KeyboardEvent) => {
        if (popup === 'dialog' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        open('keyboard')
      }}
    >
      {children}
    </Slot.Root>
  )
}
