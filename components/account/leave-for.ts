/** Loads another page afresh, with nothing of this one kept. Never settles: the page is on its way out. */
export function leaveFor(path: string): Promise<never> {
  window.location.assign(path)
  return new Promise(() => {})
}
