import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { formatPlural } from '@/lib/format/number'

type ShowAllProps<Item> = {
  items: readonly Item[]
  /** How many are in sight at first, and on paper. */
  most: number
  /** What one is called. */
  noun: string
  children: (items: readonly Item[]) => ReactNode
}

/** The first of many, and a button for the rest. */
export function ShowAll<Item>({ items, most, noun, children }: ShowAllProps<Item>) {
  const [isAll, setAll] = useState(false)
  const rest = isAll ? 0 : items.length - most
  return (
    <>
      {children(isAll ? items : items.slice(0, most))}
      {rest > 0 && (
        <p className="mt-2">
          <span className="hidden text-ink-2 text-sm print:inline">And {formatPlural(rest, noun)} more.</span>
          <Button variant="ghost" size="sm" className="print:hidden" onClick={() => setAll(true)}>
            Show {formatPlural(rest, `more ${noun}`)}
          </Button>
        </p>
      )}
    </>
  )
}
