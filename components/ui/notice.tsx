import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { toneTint } from './tone'

const icons = { neutral: Info, accent: Info, pass: CircleCheck, review: TriangleAlert, fail: CircleAlert }

type NoticeProps = {
  tone?: keyof typeof icons
  title?: ReactNode
  action?: ReactNode
  className?: string
  children?: ReactNode
}

/** Inline notice about the content below it. */
export function Notice({ tone = 'neutral', title, action, className, children }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div
      role={tone === 'fail' ? 'alert' : 'note'}
      className={clsx(
        'flex flex-wrap gap-x-2.5 gap-y-2 rounded-md border px-3 py-2.5 text-sm',
        title && children ? 'items-start' : 'items-center',
        toneTint[tone],
        className,
      )}
    >
      <Icon className="my-0.5 size-4 shrink-0 self-start" aria-hidden />
      <div className="min-w-0 flex-1">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-ink">{children}</div>}
      </div>
      {action && <div className="shrink-0 max-sm:basis-full max-sm:pl-6.5">{action}</div>}
    </div>
  )
}
