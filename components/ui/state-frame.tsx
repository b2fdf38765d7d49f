import { clsx } from 'clsx'
import type { ReactNode } from 'react'

// Drawn here, since the icons of the library are client code.
const marks = {
  loading: { shape: <path d="M12 3a9 9 0 1 0 9 9" />, className: 'animate-spin text-ink-3' },
  empty: { shape: <circle cx="12" cy="12" r="9" strokeDasharray="4.2 2.87" />, className: 'text-ink-3' },
  error: { shape: <path d="M12 4 2.5 20h19ZM12 10v4.5m0 3v.1" />, className: 'text-fail' },
  denied: {
    shape: <path d="M5 11h14v9.5H5ZM8 11V7.5a4 4 0 0 1 8 0V11m-4 4v1.5" />,
    className: 'text-ink-3',
  },
}

export type StateFrameProps = {
  state: keyof typeof marks
  title: string
  /** One sentence: what would be shown here, or what went wrong and why. */
  children?: ReactNode
  /** The next step, a single link or button. */
  action?: ReactNode
  /** Shown below everything else. */
  footer?: ReactNode
  /** Sized for one panel of several; without it the state fills a page. */
  compact?: boolean
  className?: string
}

/** Layout of a state. Separate from `StatePanel` and free of client code, for pages whose script every other page loads too. */
export function StateFrame({ state, title, children, action, footer, compact = false, className }: StateFrameProps) {
  const { shape, className: markClass } = marks[state]
  return (
    <div
      role={state === 'error' ? 'alert' : 'status'}
      className={clsx('mx-auto flex max-w-md flex-col items-center text-center', compact ? 'py-8' : 'py-24', className)}
    >
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        className={clsx('size-5', markClass)}
      >
        {shape}
      </svg>
      <p className="mt-3 font-medium text-base">{title}</p>
      {children && <div className="mt-1 max-w-full text-balance text-ink-2 text-sm">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
      {footer}
    </div>
  )
}
