import { clsx } from 'clsx'
import { CircleDashed, LoaderCircle, LockKeyhole, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button'

const marks = {
  loading: { Icon: LoaderCircle, className: 'animate-spin text-ink-3' },
  empty: { Icon: CircleDashed, className: 'text-ink-3' },
  error: { Icon: TriangleAlert, className: 'text-fail' },
  denied: { Icon: LockKeyhole, className: 'text-ink-3' },
}

type StatePanelProps = {
  state: keyof typeof marks
  title: string
  /** One sentence: what would be here, or what went wrong and why. */
  children?: ReactNode
  /** The one next step. */
  action?: ReactNode
  /** Names the request to whoever looks after the server. */
  requestId?: string | null
  /** For a panel among others; without it the state fills a page. */
  compact?: boolean
  className?: string
}

/** What stands where content cannot: one place for loading, empty, broken and refused. */
export function StatePanel({ state, title, children, action, requestId, compact = false, className }: StatePanelProps) {
  const { Icon, className: markClass } = marks[state]
  return (
    <div
      role={state === 'error' ? 'alert' : 'status'}
      className={clsx('mx-auto flex max-w-md flex-col items-center text-center', compact ? 'py-8' : 'py-24', className)}
    >
      <Icon className={clsx('size-5', markClass)} strokeWidth={1.75} aria-hidden />
      <p className="mt-3 font-medium text-base">{title}</p>
      {children && <div className="mt-1 text-ink-2 text-sm">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
      {requestId && (
        <p className="mt-4 flex items-center gap-1 text-ink-3 text-xs">
          Request <code className="font-mono">{requestId}</code>
          <CopyButton text={requestId} label="Copy request id" />
        </p>
      )}
    </div>
  )
}
