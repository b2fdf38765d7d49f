import type { ReactNode } from 'react'

type PageLeadProps = { action?: ReactNode; children: ReactNode }

/** One line about a settings page, and its one action. */
export function PageLead({ action, children }: PageLeadProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-prose text-ink-2 text-sm">{children}</p>
      {action}
    </div>
  )
}
