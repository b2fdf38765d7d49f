'use client'

import { LoaderCircle } from 'lucide-react'
import * as Slot from 'radix-ui/slot'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class'
import { Kbd } from './kbd'
import { useKeptFocus } from './kept-focus'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonLook['variant']
  size?: ButtonLook['size']
  icon?: ReactNode
  /** Keyboard shortcut shown on the button; the caller binds it. */
  shortcut?: string
  /** The action is running: the button shows it, keeps the focus, and does nothing. */
  pending?: boolean
  /** Applies the button styles to the only child, a link. `icon` and `shortcut` are ignored. */
  asChild?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  shortcut,
  pending = false,
  asChild = false,
  className,
  children,
  disabled,
  type = 'button',
  ref,
  ...rest
}: ButtonProps) {
  const own = useKeptFocus(ref)
  const classes = buttonClass({ variant, size }, className)
  if (asChild) {
    return (
      <Slot.Root ref={own} className={classes} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button ref={own} type={type} className={classes} disabled={disabled} {...rest} {...(pending && BUSY)}>
      {pending ? <LoaderCircle className="animate-spin" aria-hidden /> : icon}
      {children}
      {shortcut && <Kbd onColor={variant === 'primary' || variant === 'danger'}>{shortcut}</Kbd>}
    </button>
  )
}

/** Ignores the second press of a double click, which would act on what the first one has put in its place. */
export const onFirstClick = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act()
}

/** Props of a button whose action is running: it keeps the focus and does nothing. A form is not submitted again either. */
export const BUSY = {
  onClick: (event: MouseEvent) => event.preventDefault(),
  'aria-disabled': true,
  'aria-busy': true,
}
