import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

type PanelProps = {
  title?: ReactNode
  /** Secondary text under the title: a summary, or what the panel counts. */
  note?: ReactNode
  actions?: ReactNode
  /** Renders a collapsed disclosure; the actions are inside it. */
  isFolded?: boolean
  /** Prints a collapsed disclosure expanded. */
  isPrinted?: boolean
  className?: string
  children: ReactNode
}

/** A section with a heading and a thin top border, without a box. */
export function Panel({ title, note, actions, isFolded = false, isPrinted = false, className, children }: PanelProps) {
  const id = useId()
  if (isFolded) {
    return (
      <section aria-labelledby={id} className={clsx('min-w-0 border-t', className)}>
        <details data-printed={isPrinted || undefined}>
          <summary className="min-h-9 py-1">
            <h2 id={id} className="shrink-0 text-base">
              {title}
            </h2>
            {note && <span className="min-w-0 truncate text-ink-3 text-xs">{note}</span>}
          </summary>
          <div className="pt-1 pb-3">
            {actions && <div className="float-right flex items-center gap-2">{actions}</div>}
            {children}
          </div>
        </details>
      </section>
    )
  }
  return (
    <section aria-labelledby={title ? id : undefined} className={clsx('min-w-0 border-t pt-4', className)}>
      {(title || actions) && (
        <header className="mb-3 flex min-h-7 flex-wrap items-start justify-between gap-x-3 gap-y-2">
          <div className="min-w-0 flex-1 basis-48">
            {title && (
              <h2 id={id} className="text-base">
                {title}
              </h2>
            )}
            {note && <p className="max-w-200 text-ink-2 text-sm">{note}</p>}
          </div>
          {actions && <div className="flex max-w-full shrink-0 flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}

/** A bordered surface for self-contained content: a form, a decision, a record. */
export function Card({ className, children }: { className: string; children: ReactNode }) {
  return <div className={clsx('rounded-md border bg-raised p-4', className)}>{children}</div>
}
