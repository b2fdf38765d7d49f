/**
 * Keeps a dialog or popover open on an Escape that is not for it: one that ends the composition of a character, or that belongs to a field
 * marked with `data-own-escape`. They listen before the field does, which therefore cannot stop the event.
 */
export function keepIfTaken(event: KeyboardEvent): void {
  const isOfField = event.target instanceof Element && event.target.closest('[data-own-escape]') !== null
  if (event.isComposing || isOfField) event.preventDefault()
}
