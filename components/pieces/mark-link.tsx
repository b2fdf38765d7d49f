import Link from 'next/link'
import type { ReactNode } from 'react'

type MarkLinkProps = {
  href: string
  /** What the mark says; also its tooltip. */
  title: string
  /** Out of the tab order, where a row or a table serves the keyboard. */
  pointerOnly?: boolean
  children: ReactNode
}

/** A mark of a drawing as a link. Drawings hold many, so none is fetched ahead. */
export function MarkLink({ href, title, pointerOnly = false, children }: MarkLinkProps) {
  return (
    <Link href={href} prefetch={false} aria-label={title} tabIndex={pointerOnly ? -1 : undefined} className="group">
      <title>{title}</title>
      {children}
    </Link>
  )
}
