import { useState } from 'react'

/**
 * Props of the content of a dialog that a key or a row opened: Radix gives the focus back to triggers only, and the place in a list would be
 * lost. Called in a component that is mounted when the dialog opens, before a field in it takes the focus.
 */
export function useReturningFocus() {
  const [before] = useState(() => document.activeElement)
  return {
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      // Whatever else has taken the focus meanwhile keeps it.
      const isLost = document.activeElement === document.body
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
  }
}
