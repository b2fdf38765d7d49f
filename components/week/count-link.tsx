import Link from 'next/link'
import type { ReactNode } from 'react'

type CountLinkProps = { href: string; children: ReactNode; label?: string }

/** A number that leads to what it counts. */
export function CountLink({ href, label, children }: CountLinkProps) {
  return (
    <Link href={href} prefetch={false} className="link" {...(label && { 'aria-label': label })}>
      {children}
    </Link>
  )
}
