'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { LeavingEvent, useGoTo } from '@/components/ui/go-to'

/** Destination of a blocked navigation: a link, or the key of a history entry. */
type Target = { href: string } | { key: string }

/**
 * Asks for confirmation before a link, a shortcut, the back and forward buttons, a reload or closing the tab discard unsaved changes.
 * Browsers let a page block the back button only once without user activity in between; a second press leaves the page.
 */
export function UnsavedChangesGuard({ when, onLeave }: { when: boolean; onLeave: () => void }) {
  const goTo = useGoTo()
  const [target, setTarget] = useState<Target | null>(null)
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!when) return
    isLeaving.current = false
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const onClick = (event: MouseEvent) => {
      const href = leavingHref(event)
      // Prevented: another form of the page asks already.
      if (href === null || event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      setTarget({ href })
    }
    const onLeaving = (event: Event) => {
      if (!(event instanceof LeavingEvent) || isLeaving.current || isCurrentPage(new URL(event.href, location.href)))
        return
      event.preventDefault()
      setTarget({ href: event.href })
    }
    const onNavigate = (event: NavigateEvent) => {
      const { navigationType, cancelable, destination, defaultPrevented } = event
      const isAsking = navigationType === 'traverse' && cancelable && !defaultPrevented && !isLeaving.current
      if (!isAsking || isCurrentPage(new URL(destination.url))) return
      event.preventDefault()
      setTarget({ key: destination.key })
    }
    window.addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    document.addEventListener('leaving', onLeaving)
    // Without the Navigation API, the back button is not blocked.
    window.navigation?.addEventListener('navigate', onNavigate)
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
      document.removeEventListener('leaving', onLeaving)
      window.navigation?.removeEventListener('navigate', onNavigate)
    }
  }, [when])
  const leave = () => {
    isLeaving.current = true
    onLeave()
    setTarget(null)
    if (target && 'href' in target) goTo(target.href)
    else if (target) window.navigation.traverseTo(target.key)
  }
  return <LeaveDialog isOpen={target !== null} onStay={() => setTarget(null)} onLeave={leave} />
}

type LeaveDialogProps = { isOpen: boolean; onStay: () => void; onLeave: () => void }

/** Asks whether to discard the unsaved changes of the page. */
export function LeaveDialog({ isOpen, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onStay()}
      title="Leave without saving?"
      description="Your changes on this page will be lost."
      actions={
        <>
          <DialogClose>
            <Button>Stay</Button>
          </DialogClose>
          <Button variant="danger" onClick={onLeave}>
            Leave
          </Button>
        </>
      }
    />
  )
}

/** Returns the path a plain click would navigate to in this tab, if it is another page of the app; otherwise null. */
function leavingHref(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || link.origin !== location.origin) return null
  return isCurrentPage(link) ? null : `${link.pathname}${link.search}${link.hash}`
}

function isCurrentPage({ pathname, search }: { pathname: string; search: string }): boolean {
  return pathname === location.pathname && search === location.search
}
