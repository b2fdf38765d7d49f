import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Definition = {
  term: string
  value: ReactNode
  /** Tooltip of the term: where the value comes from or what it means. */
  title?: string
}

type DefinitionListProps = { items: readonly Definition[]; className?: string }

/** Terms on the left, values on the right, rows separated by a thin line. */
export function DefinitionList({ items, className }: DefinitionListProps) {
  return (
    <dl className={clsx('divide-y text-sm', className)}>
      {items.map((item) => (
        <div key={item.term} className="flex items-baseline justify-between gap-4 py-1.5">
          <dt className="shrink-0 text-ink-2" title={item.title}>
            {item.term}
          </dt>
          <dd className="min-w-0 break-words text-right">{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
