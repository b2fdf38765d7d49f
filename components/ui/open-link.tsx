'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from './link'

type OpenLinkProps = { name: string; value: string; className: string; children: ReactNode }

/** Link that opens an item over its list, by this parameter of the list's own URL. */
export function OpenLink({ name, value, className, children }: OpenLinkProps) {
  const pathname = usePathname()
  const query = new URLSearchParams(useSearchParams())
  query.set(name, value)
  return (
    <Link href={`${pathname}?${query}`} scroll={false} className={`row-link ${className}`}>
      {children}
    </Link>
  )
}
