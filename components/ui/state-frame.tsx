import { clsx } from 'clsx'
import { CircleDashed, LoaderCircle, LockKeyhole, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const marks = {
  loading: { Icon: LoaderCircle, className: 'animate-spin text-ink-3' },
  empty: { Icon: CircleDashed, className: 'text-ink-3' },
  error: { Icon: TriangleAlert, className: 'text-fail' },
  denied: { Icon: LockKeyhole, className: 'text-ink-3' },
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
  const { Icon, className: markClass } = marks[state]
  return (
    <div
      role={state === 'error' ? 'alert' : 'status'}
      className={clsx('mx-auto flex max-w-md flex-col items-center text-center', compact ? 'py-8' : 'py-24', className)}
    >
      <Icon className={clsx('size-5', markClass)} strokeWidth={1.75} aria-hidden />
      <p className="mt-3 font-medium text-base">{title}</p>
      {children && <div className="mt-1 max-w-full text-ink-2 text-sm">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
      {footer}
    </div>
  )
}
