'use client'

import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Kbd } from '../kbd'
import { menuItemClass, menuSurfaceClass } from './surface'

export type MenuProps = {
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

type OpenedMenuProps = MenuProps & { /** Opened from the keyboard: focuses the first item. */ byKeyboard: boolean }

/** The menu itself, mounted open on its first opening. */
export function OpenedMenu({ trigger, align = 'start', className, children, byKeyboard }: OpenedMenuProps) {
  const isFirst = useRef(byKeyboard)
  const focusFirst = (content: HTMLElement | null) => {
    if (content === null || !isFirst.current) return
    isFirst.current = false
    content.querySelector<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true })
  }
  return (
    <Radix.Root defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={focusFirst}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={clsx(menuSurfaceClass, 'min-w-44', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export type MenuItemProps = ComponentProps<typeof Radix.Item> & {
  icon?: ReactNode
  shortcut?: string
  danger?: boolean
}

export function MenuItem({ icon, shortcut, danger = false, className, children, ...rest }: MenuItemProps) {
  return (
    <Radix.Item className={clsx(menuItemClass, danger && 'text-fail-fg', className)} {...rest}>
      {rest.asChild ? (
        children
      ) : (
        <>
          {icon}
          <span className="flex-1">{children}</span>
          {shortcut && <Kbd>{shortcut}</Kbd>}
        </>
      )}
    </Radix.Item>
  )
}

export type MenuCheckboxProps = ComponentProps<typeof Radix.CheckboxItem>

export function MenuCheckbox({ className, children, ...rest }: MenuCheckboxProps) {
  return (
    <Radix.CheckboxItem
      className={clsx(menuItemClass, 'pr-8', className)}
      // Users usually change several boxes in a row, so the menu stays open.
      onSelect={(event) => event.preventDefault()}
      {...rest}
    >
      {children}
      <Radix.ItemIndicator className="absolute right-2">
        <Check aria-hidden />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-ink-3 text-xs">{children}</Radix.Label>
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />
}
