import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: ReactNode
  /** One line that says what this page found. */
  finding?: ReactNode
  /** Where this page hangs: links, small, above the title. */
  trail?: ReactNode
  actions?: ReactNode
  className?: string
}

export function PageHeader({ title, finding, trail, actions, className }: PageHeaderProps) {
  return (
    <header className={clsx('mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3', className)}>
      <div className="min-w-0 max-w-3xl">
        {trail && <div className="mb-1 text-ink-3 text-xs">{trail}</div>}
        <h1 className="break-words text-lg">{title}</h1>
        {finding && <p className="mt-0.5 text-ink-2">{finding}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
