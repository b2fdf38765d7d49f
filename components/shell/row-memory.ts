/** The row that last had the focus, by address of its list. */
type Place = { index: number; href: string | null }

const places = new Map<string, Place>()
let cameBackTo: string | null = null

const here = () => window.location.pathname + window.location.search

if (typeof window !== 'undefined') {
  const forget = () => (cameBackTo = null)
  window.addEventListener('popstate', () => (cameBackTo = here()))
  window.addEventListener('pointerdown', forget, { capture: true })
  window.addEventListener('keydown', forget, { capture: true })
}

/** Keeps the row of a list that has the focus or is pressed. */
export function keepRow(frame: HTMLElement | null, target: EventTarget | null): void {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  if (!row || !frame?.contains(row)) return
  places.set(here(), { index: Number(row.dataset.row), href: linkOf(row)?.getAttribute('href') ?? null })
}

/** Returns the row that was left for another page, if the browser's Back or Forward led here and nothing was done since. */
export function rowLeft(): Place | null {
  return cameBackTo === here() ? (places.get(here()) ?? null) : null
}

/** Finds the row with that link, or the one in its place. */
export function findRow(frame: HTMLElement | null, { index, href }: Place): HTMLElement | null {
  const rows = [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  return (
    rows.find((row) => href !== null && linkOf(row)?.getAttribute('href') === href) ??
    rows.find((row) => row.dataset.row === String(index)) ??
    null
  )
}

export const linkOf = (row: HTMLElement) => row.querySelector<HTMLElement>('a, button')
