'use client'

import { type ReactNode, useState } from 'react'
import { ClosedTrigger, type OpenedBy } from './closed-trigger'
import type { MenuCheckboxProps, MenuItemProps, MenuProps } from './floating/menu'
import { lazyComponent, useLazyComponent } from './lazy-component'

const menu = lazyComponent(() => import('./floating/menu'))

/** A menu of actions. `trigger` is a single button. */
export function DropdownMenu(props: MenuProps) {
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null)
  const parts = useLazyComponent(menu, openedBy !== null)
  if (parts) return <parts.OpenedMenu byKeyboard={openedBy === 'keyboard'} {...props} />
  return (
    <ClosedTrigger popup="menu" part={menu} onOpen={setOpenedBy}>
      {props.trigger}
    </ClosedTrigger>
  )
}

export function MenuItem(props: MenuItemProps) {
  const parts = useLazyComponent(menu)
  return parts && <parts.MenuItem {...props} />
}

export function MenuCheckbox(props: MenuCheckboxProps) {
  const parts = useLazyComponent(menu)
  return parts && <parts.MenuCheckbox {...props} />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const parts = useLazyComponent(menu)
  return parts && <parts.MenuLabel>{children}</parts.MenuLabel>
}

export function MenuSeparator() {
  const parts = useLazyComponent(menu)
  return parts && <parts.MenuSeparator />
}
