import type { Page } from '@playwright/test'

/** Everything that decides the contrast of a text: its colours and size, what is painted behind it, and the classes around it. */
export type Look = string

/** How many texts of one look are marked on a page. */
const MARKED_MAX = 2

/** Marks the visible texts of looks that are not known, with `data-look` as the place of its look in the list that is returned. */
export function markLooks(page: Page, known: readonly Look[]): Promise<Look[]> {
  return page.evaluate(mark, { known, most: MARKED_MAX })
}

function mark({ known, most }: { known: readonly Look[]; most: number }): Look[] {
  const TRANSPARENT = 'rgba(0, 0, 0, 0)'
  const backdrops = new Map<Element | null, string>([[null, '']])
  const marked: Look[] = []
  const counts = new Map<Look, number>(known.map((look) => [look, most]))
  for (const old of document.querySelectorAll('[data-look]')) old.removeAttribute('data-look')
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !isSeen(element)) continue
    const look = lookOf(element)
    const count = counts.get(look) ?? 0
    if (count >= most) continue
    counts.set(look, count + 1)
    element.setAttribute('data-look', String(marked.length))
    marked.push(look)
  }
  return marked

  function hasText(element: Element): boolean {
    if (element.matches('input, select, textarea')) return true
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
  }

  function isSeen(element: Element): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    // What a modal dialog covers is hidden from readers, and seen again without it.
    return (
      !document.querySelector('[role=dialog], [role=alertdialog]') || !element.closest('[aria-hidden=true], [inert]')
    )
  }

  function lookOf(element: Element): Look {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const isOff = element.closest(':disabled, [aria-disabled=true]') !== null
    const control = element.closest('label')?.control
    const isLabelOff = control instanceof HTMLInputElement && control.disabled
    const around = [element, element.parentElement, element.parentElement?.parentElement]
    const names = around.map((each) => `${each?.tagName}.${each?.getAttribute('class')}`)
    return [color, fontSize, fontWeight, textShadow, isOff, isLabelOff, ...names, backdropOf(element)].join('|')
  }

  /** What is painted behind the text, from the element outwards. */
  function backdropOf(element: Element | null): string {
    const found = backdrops.get(element)
    if (found !== undefined || element === null) return found ?? ''
    const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element)
    const isPlain =
      backgroundColor === TRANSPARENT && backgroundImage === 'none' && opacity === '1' && filter === 'none'
    const own = isPlain ? '' : `${backgroundColor} ${backgroundImage} ${opacity} ${filter};`
    const backdrop = own + backdropOf(element.parentElement)
    backdrops.set(element, backdrop)
    return backdrop
  }
}
