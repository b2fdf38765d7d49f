'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useCallback, useContext, useTransition } from 'react'
import { progress } from './link'

type GoTo = (href: string, how?: { replace?: boolean }) => void

const GoToContext = createContext<GoTo>(() => undefined)

/** Returns a function that opens a page of the app as a link would, for keys, menus and charts; `replace` keeps it out of the history. */
export const useGoTo = (): GoTo => useContext(GoToContext)

/** Opens a page where a click with these keys would open that of a link: in a new tab with Ctrl, Command or Shift. */
export function goWith(goTo: GoTo, href: string, keys: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): void {
  if (keys.ctrlKey || keys.metaKey || keys.shiftKey) window.open(href)
  else goTo(href)
}

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
  const goTo = useCallback<GoTo>(
    (href, { replace = false } = {}) => {
      if (!document.dispatchEvent(new LeavingEvent(href))) return
      start(() => (replace ? router.replace(href) : router.push(href)))
    },
    [router],
  )
  return (
    <GoToContext value={goTo}>
      {children}
      {isPending && progress}
    </GoToContext>
  )
}
