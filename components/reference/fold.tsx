'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

type FoldProps = {
  summary: ReactNode
  /** Opens when the address leads to this anchor. */
  anchor?: string
  className?: string
  children: () => ReactNode
}

/** Something long behind its summary. What is inside is made when it is first opened. */
export function Fold({ summary, anchor, className, children }: FoldProps) {
  const [isMade, setMade] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (anchor === undefined) return
    const follow = () => {
      if (details.current && window.location.hash === `#${anchor}`) details.current.open = true
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [anchor])
  return (
    <details ref={details} className="mt-1" onToggle={(event) => event.currentTarget.open && setMade(true)}>
      <summary className="w-fit text-ink-3 text-xs hover:text-ink">{summary}</summary>
      {isMade && <div className={className ?? 'mt-1 space-y-3 border-l pl-3'}>{children()}</div>}
    </details>
  )
}
