import { clsx } from 'clsx'

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

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes }

/** Classes of a button, also for a link that looks like one on a page that loads no script of its own. */
export function buttonClass({ variant = 'secondary', size = 'md' }: ButtonLook = {}, className?: string): string {
  return clsx(
    'inline-flex shrink-0 select-none items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors print:hidden',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    className,
  )
}
