/** Brings an element into sight in the list that scrolls around it, and leaves the page where it is. */
export function scrollWithin(element: HTMLElement | null): void {
  let list = element?.parentElement
  while (list && (list.scrollHeight <= list.clientHeight || getComputedStyle(list).overflowY === 'visible'))
    list = list.parentElement
  if (!element || !list || list === document.documentElement || list === document.body) return
  const [inner, outer] = [element.getBoundingClientRect(), list.getBoundingClientRect()]
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom
}
