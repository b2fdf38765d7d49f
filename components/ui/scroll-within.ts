/** Scrolls an element into view within its nearest scrollable ancestor, without scrolling the page. */
export function scrollWithin(element: HTMLElement | null): void {
  let list = element?.parentElement
  while (list && (list.scrollHeight <= list.clientHeight || getComputedStyle(list).overflowY === 'visible'))
    list = list.parentElement
  if (!element || !list || list === document.documentElement || list === document.body) return
  const [inner, outer] = [element.getBoundingClientRect(), list.getBoundingClientRect()]
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom
}
