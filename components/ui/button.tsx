import { LoaderCircle } from 'lucide-react'
import * as Slot from 'radix-ui/slot'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class'
import { Kbd } from './kbd'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonLook['variant']
  size?: ButtonLook['size']
  icon?: ReactNode
  /** Keyboard shortcut shown on the button; the caller binds it. */
  shortcut?: string
  /** The action is running: shows a busy state and disables the button. */
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
  ...rest
}: ButtonProps) {
  const classes = buttonClass({ variant, size }, className)
  if (asChild) {
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button type={type} className={classes} disabled={disabled || pending} aria-busy={pending || undefined} {...rest}>
      {pending ? <LoaderCircle className="animate-spin" aria-hidden /> : icon}
      {children}
      {shortcut && <Kbd onColor={variant === 'primary' || variant === 'danger'}>{shortcut}</Kbd>}
    </button>
  )
}
