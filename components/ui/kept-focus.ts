import { type RefObject, useLayoutEffect } from 'react'

const ITEM = 'li, tr, article'
const PRESSED = 'button:enabled, a[href], summary'
const TYPED = 'input:enabled, textarea:enabled'

/** Passes the focus of a control on that is removed while it has it, as the button that removes a row; see {@link passFocusOn}. */
export function useKeptFocus(control: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = control.current
    return () => {
      if (own !== null && own === document.activeElement) passFocusOn(own)
    }
  }, [control])
}

/**
 * Once an element has left the page with the focus, gives it to what is left beside it in its row, else to the next row, else to the one
 * before, else to the heading of what is around: otherwise the keyboard would start at the top of the page again.
 */
export function passFocusOn(leaving: Element): void {
  const row = leaving.closest(ITEM) ?? leaving.parentElement
  // A field would open the keyboard of a phone.
  const controls = leaving.matches(':focus-visible') ? `${PRESSED}, ${TYPED}` : PRESSED
  const beside = [row, row?.nextElementSibling, row?.previousElementSibling].flatMap((place) => [
    ...(place?.querySelectorAll<HTMLElement>(controls) ?? []),
  ])
  const heirs = [...beside, ...placesAround(row)]
  // After a dialog that closes has dealt with the focus itself.
  setTimeout(() => {
    if (leaving.isConnected || document.activeElement !== document.body) return
    heirs.some((heir) => {
      if (heir.tabIndex < 0) heir.tabIndex = -1
      // What has been removed too, or is not shown, does not take it.
      heir.focus({ preventScroll: true })
      return document.activeElement === heir
    })
  })
}

/** The headings of the sections around a row, and what else can take the focus there, from the inside out. */
function* placesAround(row: Element | null): Generator<HTMLElement> {
  for (let place = row?.parentElement; place; place = place.parentElement) {
    const heading = place.matches('section') ? place.querySelector<HTMLElement>(':is(h1, h2, h3)') : null
    if (heading) yield heading
    if (place.matches('[tabindex]')) yield place
  }
}
