'use client'

import NextLink, { useLinkStatus } from 'next/link'
import type { ComponentProps, ReactNode } from 'react'

/**
 * A link within the app. It is not prefetched: pages are rendered on request, so a prefetch brings little more than a title, yet costs the
 * server two requests for each link in view.
 */
export function Link({ children, ...props }: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return (
    <NextLink {...props} prefetch={false}>
      {children}
      <LinkProgress />
    </NextLink>
  )
}

function LinkProgress() {
  return useLinkStatus().pending && progress
}

/** A line at the top of the window while a page takes longer than a moment. */
export const progress = <output className="link-progress">Loading the page</output>

/** Link to an external, untrusted address from a run's data; opens in a new tab. */
export function OutsideLink({ href, children }: { href?: string; children?: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow" className="link">
      {children}
    </a>
  )
}
