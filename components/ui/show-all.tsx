'use client'

import { type ReactNode, useState } from 'react'
import { formatPlural } from '@/lib/presentation/format/number'
import { Button } from './button'

type ShowAllProps<Item> = {
  items: readonly Item[]
  /** Number shown initially and in print. */
  most: number
  /** Singular noun. */
  noun: string
  children: (items: readonly Item[]) => ReactNode
}

/** Renders the first items, with a button that shows the rest. */
export function ShowAll<Item>({ items, most, noun, children }: ShowAllProps<Item>) {
  const [isAll, setAll] = useState(false)
  const rest = isAll ? 0 : items.length - most
  return (
    <>
      {children(isAll ? items : items.slice(0, most))}
      {rest > 0 && (
        <p className="mt-2">
          <span className="hidden text-ink-2 text-sm print:inline">And {formatPlural(rest, noun)} more.</span>
          <Button variant="ghost" size="sm" className="-ml-2.5 print:hidden" onClick={() => setAll(true)}>
            Show {formatPlural(rest, `more ${noun}`)}
          </Button>
        </p>
      )}
    </>
  )
}
