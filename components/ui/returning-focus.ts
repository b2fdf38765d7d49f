import { type RefObject, useState } from 'react'
import { focusFirst, heirsOf } from './heirs'

/**
 * Props of the content of a dialog: Radix gives the focus back to `trigger` only, and the place in a list would be lost where a key or a row
 * opened it, or what was confirmed removed the row. Called in a component that is mounted when the dialog opens, before a field in it takes the
 * focus.
 */
export function useReturningFocus(trigger?: RefObject<HTMLElement | null>) {
  const [before] = useState(() => trigger?.current ?? focusedOpener())
  const [heirs] = useState(() => (before ? heirsOf(before) : []))
  return {
    onCloseAutoFocus(event: Event) {
      if (trigger?.current) return
      event.preventDefault()
      // Whatever else has taken the focus meanwhile keeps it.
      if (document.activeElement !== document.body) return
      focusFirst(before ? [before, ...heirs] : [])
    },
  }
}

/** What has the focus as something opens, if anything has; the trigger of a menu, if one of its items opens it and is gone at once. */
function focusedOpener(): HTMLElement | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return null
  const trigger = focused.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return trigger ? document.getElementById(trigger) : focused
}
