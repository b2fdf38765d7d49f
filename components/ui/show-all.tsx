'use client'

import { type ReactNode, useState } from 'react'
import { formatPlural } from '@/lib/presentation/format/number'
import { Button } from './button'
import { announce } from './toast'

/** As many as a press adds: hundreds at once would hold up the page. */
const STEP = 100

type ShowAllProps<Item> = {
  items: readonly Item[]
  /** Number shown initially and in print. */
  most: number
  /** Singular noun. */
  noun: string
  children: (items: readonly Item[]) => ReactNode
}

/** Renders the first items, with a button that shows the rest, a hundred at a time. */
export function ShowAll<Item>({ items, most, noun, children }: ShowAllProps<Item>) {
  const [shown, setShown] = useState(most)
  const rest = items.length - shown
  const next = Math.min(rest, STEP)
  const more = formatPlural(rest, `more ${noun}`)
  const showNext = () => {
    setShown(shown + next)
    announce(`More ${noun}s: ${next}`)
  }
  return (
    <>
      {children(items.slice(0, shown))}
      {rest > 0 && (
        <p className="mt-2">
          <span className="hidden text-ink-2 text-sm print:inline">And {more}.</span>
          <Button variant="ghost" size="sm" className="-ml-2.5" onClick={showNext}>
            Show {next < rest ? `${next} of ${more}` : more}
          </Button>
        </p>
      )}
    </>
  )
}
