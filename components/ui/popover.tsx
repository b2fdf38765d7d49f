'use client'

import { type ReactNode, useState } from 'react'
import { ClosedTrigger } from './closed-trigger'
import type { PopoverProps } from './floating/popover'
import { lazyComponent, useLazyComponent } from './lazy-component'

const popover = lazyComponent(() => import('./floating/popover'))

export function Popover(props: PopoverProps) {
  const [isOpened, setOpened] = useState(false)
  const parts = useLazyComponent(popover, isOpened)
  if (parts) return <parts.OpenedPopover {...props} />
  return (
    <ClosedTrigger popup="dialog" part={popover} onOpen={() => setOpened(true)}>
      {props.trigger}
    </ClosedTrigger>
  )
}

/** Makes its only child close the enclosing popover. */
export function PopoverClose({ children }: { children: ReactNode }) {
  const parts = useLazyComponent(popover)
  return parts && <parts.PopoverClose asChild>{children}</parts.PopoverClose>
}
