import { type RefObject, useLayoutEffect } from 'react'

const CONTROLS = 'button:enabled, a[href], summary'

/**
 * Gives the focus of a list's item that is removed to the next item, else to the one before it, else to what is around the list: otherwise
 * the keyboard would start at the top of the page again.
 */
export function useKeptFocus(item: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = item.current
    return () => {
      if (!own?.contains(document.activeElement)) return
      const around = own.parentElement
      const controls = [own.nextElementSibling, own.previousElementSibling, around?.closest('section')]
        .flatMap((place) => [...(place?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])])
        .filter((control) => !own.contains(control))
      const targets = [...controls, around?.closest<HTMLElement>('[tabindex]')]
      // What is around the item may be removed with it.
      queueMicrotask(() => targets.find((target) => target?.isConnected)?.focus({ preventScroll: true }))
    }
  }, [item])
}
