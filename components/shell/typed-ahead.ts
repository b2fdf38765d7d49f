import { useEffect } from 'react'
import { commandPalette } from './open-state'

let typed = ''

/** Returns the text typed since the palette was opened and before it was loaded. */
export function typedAhead(): string {
  return typed
}

function onKeyDown(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.activeElement?.closest('[role="dialog"]')) return
  if (event.key === 'Escape') commandPalette.set(false)
  else if (event.key === 'Backspace') typed = typed.slice(0, -1)
  else if (event.key.length === 1) typed += event.key
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Buffers the keys pressed while the palette's script is loading, so that they become its text rather than page shortcuts. */
export function useTypedAhead(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    typed = ''
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isOpen])
}
