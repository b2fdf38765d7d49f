/** Makes the frame of a table a stop of the keyboard, with a name, while it scrolls. Returns a function that ends this. */
export function watchScroll(frame: HTMLElement): () => void {
  const table = frame.querySelector('table')
  const look = () => {
    const scrolls =
      getComputedStyle(frame).overflowX !== 'visible' &&
      (frame.scrollWidth > frame.clientWidth || frame.scrollHeight > frame.clientHeight)
    if (scrolls) frame.tabIndex = 0
    else frame.removeAttribute('tabindex')
    frame.role = scrolls ? 'region' : null
    frame.ariaLabel = scrolls ? `${table?.ariaLabel}, scrolls` : null
  }
  const observer = new ResizeObserver(look)
  observer.observe(frame)
  if (table) observer.observe(table)
  return () => observer.disconnect()
}
