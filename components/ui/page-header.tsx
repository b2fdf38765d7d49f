import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { type Crumb, Trail } from './trail'

type PageHeaderProps = {
  title: ReactNode
  /** One-line summary of the page's content. */
  headline?: ReactNode
  trail?: readonly Crumb[]
  actions?: ReactNode
  className?: string
}

export function PageHeader({ title, headline, trail, actions, className }: PageHeaderProps) {
  return (
    <header className={clsx('mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3', className)}>
      <div className="min-w-0 max-w-3xl">
        {trail && <Trail crumbs={trail} />}
        <h1 className="wrap-anywhere text-left text-lg [unicode-bidi:plaintext]">{title}</h1>
        {headline && <p className="wrap-anywhere mt-0.5 text-ink-2">{headline}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}

type PageDescriptionProps = { action?: ReactNode; children: ReactNode }

/** One-line description of a settings page, with its main action. */
export function PageDescription({ action, children }: PageDescriptionProps) {
  return (
    <div className="mb-4 flex items-center justify-between gap-x-6 gap-y-3 max-sm:flex-wrap">
      <p className="max-w-3xl text-pretty text-ink-2 text-sm">{children}</p>
      {action}
    </div>
  )
}
