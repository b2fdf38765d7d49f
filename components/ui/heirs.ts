const ITEM = 'li, tr, article'
// The focus alone chooses a tab or an option.
const PRESSED = 'button:enabled:not([role="tab"], [role="radio"]), a[href], summary'
const TYPED = 'input:enabled, textarea:enabled'

/** Gives the focus of a control that is being removed to what stands beside it. */
export function passFocusOn(control: Element): void {
  const heirs = heirsOf(control)
  // After a dialog that closes has dealt with the focus itself.
  setTimeout(() => {
    if (!control.isConnected && document.activeElement === document.body) focusFirst(heirs)
  })
}

/**
 * What takes the focus of a control that may be removed: another control of its row, else of the next row, else of the one before, else the
 * heading of what is around.
 */
export function heirsOf(control: Element): HTMLElement[] {
  const row = control.closest(ITEM) ?? control.parentElement
  // A field would open the keyboard of a phone.
  const controls = control.matches(':focus-visible') ? `${PRESSED}, ${TYPED}` : PRESSED
  const beside = [row, row?.nextElementSibling, row?.previousElementSibling].flatMap((place) => [
    ...(place?.querySelectorAll<HTMLElement>(controls) ?? []),
  ])
  return [...beside, ...placesAround(row)]
}

/** Gives the focus to the first that takes it: some may have been removed, or are not shown. */
export function focusFirst(heirs: readonly HTMLElement[]): void {
  heirs.some((heir) => {
    if (!heir.isConnected) return false
    if (heir.tabIndex < 0) heir.tabIndex = -1
    heir.focus({ preventScroll: true })
    return document.activeElement === heir
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
