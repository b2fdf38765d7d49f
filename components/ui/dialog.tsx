'use client'

import { type ReactNode, useState } from 'react'
import { ClosedTrigger } from './closed-trigger'
import type { DialogProps } from './floating/dialog'
import { useHeldKeys } from './held-keys'
import { lazyComponent, useLazyComponent } from './lazy-component'

const dialog = lazyComponent(() => import('./floating/dialog'))

/** Modal dialog. Its code is loaded when it is first opened. */
export function Dialog(props: DialogProps) {
  const { open = false, onOpenChange, trigger } = props
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  const parts = useLazyComponent(dialog, wasOpened)
  useHeldKeys(parts === null && (props.open ?? wasOpened), () => {
    setWasOpened(false)
    onOpenChange?.(false)
  })
  if (parts) return <parts.OpenedDialog {...props} />
  if (!trigger) return null
  const openIt = () => {
    setWasOpened(true)
    onOpenChange?.(true)
  }
  return (
    <ClosedTrigger popup="dialog" part={dialog} onOpen={openIt}>
      {trigger}
    </ClosedTrigger>
  )
}

/** Makes its only child close the enclosing dialog. */
export function DialogClose({ children }: { children: ReactNode }) {
  const parts = useLazyComponent(dialog)
  return parts && <parts.DialogClose asChild>{children}</parts.DialogClose>
}
