'use client'

import { type ReactNode, useState } from 'react'
import { ClosedTrigger } from './closed-trigger'
import type { PopoverProps } from './floating/popover'
import { lazyPart, usePart } from './lazy-part'

const popover = lazyPart(() => import('./floating/popover'))

export function Popover(props: PopoverProps) {
  const [isOpened, setOpened] = useState(false)
  const parts = usePart(popover, isOpened)
  if (parts) return <parts.OpenedPopover {...props} />
  return (
    <ClosedTrigger popup="dialog" part={popover} onOpen={() => setOpened(true)}>
      {props.trigger}
    </ClosedTrigger>
  )
}

/** Closes the popover around it, by its one child. */
export function PopoverClose({ children }: { children: ReactNode }) {
  const parts = usePart(popover, true)
  return parts && <parts.PopoverClose asChild>{children}</parts.PopoverClose>
}
