'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'

/** Where somebody wants to go: by a link, or by the key of an entry of the history. */
type Target = { href: string } | { key: string }

/**
 * Asks before a link, the back and forward buttons, a reload or a closed tab lose what was not saved. The browser lets a
 * page hold the back button up once; pressed again before anything else is done, it leaves.
 */
export function UnsavedChangesGuard({ when, onLeave }: { when: boolean; onLeave: () => void }) {
  const router = useRouter()
  const [target, setTarget] = useState<Target | null>(null)
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!when) return
    isLeaving.current = false
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const onClick = (event: MouseEvent) => {
      const href = leadsAway(event)
      if (href === null) return
      event.preventDefault()
      event.stopPropagation()
      setTarget({ href })
    }
    const onNavigate = (event: NavigateEvent) => {
      const { navigationType, cancelable, destination } = event
      if (isLeaving.current || navigationType !== 'traverse' || !cancelable || isHere(new URL(destination.url))) return
      event.preventDefault()
      setTarget({ key: destination.key })
    }
    window.addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    // A browser that does not know the Navigation API goes back unasked.
    window.navigation?.addEventListener('navigate', onNavigate)
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
      window.navigation?.removeEventListener('navigate', onNavigate)
    }
  }, [when])
  const leave = () => {
    isLeaving.current = true
    onLeave()
    setTarget(null)
    if (target && 'href' in target) router.push(target.href)
    else if (target) window.navigation.traverseTo(target.key)
  }
  return (
    <Dialog
      open={target !== null}
      onOpenChange={(isOpen) => !isOpen && setTarget(null)}
      title="Leave without saving?"
      description="Your changes on this page will be lost."
      actions={
        <>
          <DialogClose>
            <Button>Stay</Button>
          </DialogClose>
          <Button variant="danger" onClick={leave}>
            Leave
          </Button>
        </>
      }
    />
  )
}

/** Where a plain click would lead in this tab, when that is another page of the desk. */
function leadsAway(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || link.origin !== location.origin) return null
  return isHere(link) ? null : `${link.pathname}${link.search}${link.hash}`
}

function isHere({ pathname, search }: { pathname: string; search: string }): boolean {
  return pathname === location.pathname && search === location.search
}
