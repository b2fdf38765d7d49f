'use client'

import { clsx } from 'clsx'
import { type ReactNode, useId, useState } from 'react'

type FoldProps = {
  /** Computed by the caller rather than measured, so that the layout does not shift after the first render. */
  isLong: boolean
  /** What is folded, for the button's text: "request". */
  label: string
  children: ReactNode
}

/** Long content, collapsed to a preview until the user expands it. */
export function Fold({ isLong, label, children }: FoldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!isLong) return <>{children}</>
  return (
    <div className="min-w-0">
      <div
        id={id}
        className={clsx(
          'min-w-0',
          !isOpen && 'max-h-72 overflow-hidden [mask-image:linear-gradient(#000_70%,transparent)]',
        )}
      >
        {children}
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="link mt-1 min-h-7 text-ink-2 text-sm pointer-coarse:min-h-10"
      >
        {isOpen ? `Show less of the ${label}` : `Show the whole ${label}`}
      </button>
    </div>
  )
}
