import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link within the app. It is not prefetched: pages are rendered on request, so a prefetch brings little more than a title, yet costs the
 * server two requests for each link in view.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...props} prefetch={false} />
}
