import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import * as Slot from 'radix-ui/slot'
import type { ComponentProps, ReactNode } from 'react'
import { Kbd } from './kbd'

const variants = {
  primary: 'bg-accent-solid text-on-accent hover:bg-accent-solid-hover',
  secondary: 'border border-line-strong bg-raised text-ink hover:bg-hover',
  ghost: 'text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'bg-fail-solid text-on-fail hover:bg-fail-solid-hover',
  /** Opens the dialog in which a destructive action is confirmed. */
  'danger-outline': 'border border-line-strong bg-raised text-fail-fg hover:bg-hover',
}

const sizes = {
  sm: 'h-7 gap-1.5 px-2.5 text-xs',
  md: 'h-8 gap-2 px-3 text-sm',
  lg: 'h-10 gap-2 px-4 text-base',
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
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
  const classes = clsx(
    'inline-flex shrink-0 select-none items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    className,
  )
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
