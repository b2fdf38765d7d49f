'use client'

import NextLink, { useLinkStatus } from 'next/link'
import { useRouter } from 'next/navigation'
import { type ComponentProps, createContext, type ReactNode, useCallback, useContext, useTransition } from 'react'

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
  return useLinkStatus().pending && <Progress />
}

/** A line at the top of the window while a page takes longer than a moment. */
function Progress() {
  return <output className="link-progress">Loading the page</output>
}

type GoTo = (href: string) => void

const GoToContext = createContext<GoTo>(() => undefined)

/** Returns a function that opens a page of the app as a link would, for keys, menus and charts. */
export const useGoTo = (): GoTo => useContext(GoToContext)

/** Sent to the document before `useGoTo` opens a page. Whoever prevents it keeps the user on this one. */
export class LeavingEvent extends Event {
  readonly href: string
  constructor(href: string) {
    super('leaving', { cancelable: true })
    this.href = href
  }
}

/** Opens the pages of `useGoTo`, with the line of a link while they load. */
export function PageOpener({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [isPending, start] = useTransition()
  const goTo = useCallback(
    (href: string) => {
      if (document.dispatchEvent(new LeavingEvent(href))) start(() => router.push(href))
    },
    [router],
  )
  return (
    <GoToContext value={goTo}>
      {children}
      {isPending && <Progress />}
    </GoToContext>
  )
}

/** Link to an external, untrusted address from a run's data; opens in a new tab. */
export function OutsideLink({ href, children }: { href?: string; children?: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow" className="link">
      {children}
    </a>
  )
}
