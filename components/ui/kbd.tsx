import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type KbdProps = { onColor?: boolean; children: ReactNode }

/** A key cap. Decorative: the control beside it has the accessible name. Hidden on touch-only devices. */
export function Kbd({ onColor = false, children }: KbdProps) {
  return (
    <kbd
      aria-hidden
      className={clsx(
        'inline-flex h-4.5 min-w-4.5 pointer-coarse:hidden items-center justify-center rounded-sm border px-1 font-sans text-2xs capitalize leading-none',
        onColor ? 'border-current/40 text-inherit' : 'border-line-strong bg-paper text-ink-2',
      )}
    >
      {children}
    </kbd>
  )
}
