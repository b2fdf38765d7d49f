'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'

/** Asks before a link, a reload or a closed tab loses what was not saved. */
export function LeaveGuard({ when, onLeave }: { when: boolean; onLeave: () => void }) {
  const router = useRouter()
  const [target, setTarget] = useState<string | null>(null)
  useEffect(() => {
    if (!when) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const onClick = (event: MouseEvent) => {
      const href = leadsAway(event)
      if (href === null) return
      event.preventDefault()
      event.stopPropagation()
      setTarget(href)
    }
    window.addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, { capture: true })
    }
  }, [when])
  return (
    <Dialog
      open={target !== null}
      onOpenChange={(isOpen) => !isOpen && setTarget(null)}
      title="Leave without saving?"
      description="What you changed on this page is lost."
      actions={
        <>
          <DialogClose asChild>
            <Button>Stay</Button>
          </DialogClose>
          <Button
            variant="danger"
            onClick={() => {
              onLeave()
              setTarget(null)
              if (target !== null) router.push(target)
            }}
          >
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
  const { pathname, search } = link
  return pathname === location.pathname && search === location.search ? null : `${pathname}${search}${link.hash}`
}
