'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { useShortcuts } from './shortcuts'

type RowKeys = {
  frame: RefObject<HTMLElement | null>
  count: number
  /** Scrolls to a row of a virtualized list; without it, rows are scrolled into view. */
  reveal?: (index: number) => void
  /** Group of the shortcuts, and the noun for a row in their labels. */
  title: string
  noun: string
  /** More shortcuts that act on the focused row; `run` gets null if no row has the focus. */
  more?: readonly { keys: string; label: string; run: (index: number | null) => void }[]
}

/** How long Back waits for the row that was left. */
const RETURN_MS = 1000

/**
 * Moves the focus between rows with j and k, across pages; Enter then opens the focused link. Back returns to the row that was left. Rows have their
 * index in `data-row`.
 */
export function useRowKeys({ frame, count, reveal, title, noun, more = [] }: RowKeys): void {
  const last = useRef(-1)
  const pending = useRef<number | null>(null)
  const current = () => pending.current ?? focusedRow()
  const move = (step: 1 | -1) => {
    const next = Math.min(count - 1, Math.max(0, (current() ?? last.current) + step))
    last.current = next
    const find = () => frame.current?.querySelector<HTMLElement>(`[data-row="${next}"] :is(a, button)`)
    const row = find()
    // Focus immediately if the row is rendered, since the next key may be Enter.
    row?.focus({ preventScroll: true })
    if (reveal) reveal(next)
    else row?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' })
    pending.current = row ? null : next
    if (row) return
    // A virtualized row is rendered only after the scroll.
    requestAnimationFrame(() => {
      pending.current = null
      if (last.current === next) find()?.focus()
    })
  }
  useEffect(() => {
    const left = rowLeft()
    if (left) last.current = left.index
    // The rows are in place and the page is scrolled to where it was by the next frame, or a little later in a busy browser.
    const until = performance.now() + RETURN_MS
    let frameId = requestAnimationFrame(function restore(now) {
      if (!left || rowLeft() !== left || !document.activeElement?.matches('body, #main')) return
      const row = findRow(frame.current, left)
      if (row) linkOf(row)?.focus({ preventScroll: true })
      else if (now < until) frameId = requestAnimationFrame(restore)
    })
    const keep = ({ target }: Event) => keepRow(frame.current, target)
    document.addEventListener('focusin', keep)
    document.addEventListener('click', keep, { capture: true })
    return () => {
      cancelAnimationFrame(frameId)
      document.removeEventListener('focusin', keep)
      document.removeEventListener('click', keep, { capture: true })
    }
  }, [frame])
  useShortcuts(title, [
    { keys: 'j', label: `Next ${noun}`, run: () => move(1) },
    { keys: 'k', label: `Previous ${noun}`, run: () => move(-1) },
    ...more.map(({ keys, label, run }) => ({ keys, label, run: () => run(current()) })),
  ])
}

/** How long the first row waits for the list that was asked for. */
const FIRST_ROW_MS = 5000

/**
 * Moves the focus from a field to the first row of the list, once it shows what was asked for. Another key or press, or a list without rows,
 * leaves the focus where it is. Returns a function that stops waiting.
 */
export function focusFirstRow(from: HTMLElement | null): () => void {
  const until = performance.now() + FIRST_ROW_MS
  let frameId = requestAnimationFrame(function find(now) {
    if (document.activeElement !== from || now > until) return
    const row = document.querySelector<HTMLElement>('#main [data-row="0"]')
    if (row && !row.closest('[aria-busy="true"]')) linkOf(row)?.focus()
    else frameId = requestAnimationFrame(find)
  })
  return () => cancelAnimationFrame(frameId)
}

function focusedRow(): number | null {
  const text = document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
  return text === null || text === undefined ? null : Number(text)
}

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
function keepRow(frame: HTMLElement | null, target: EventTarget | null): void {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  if (!row || !frame?.contains(row)) return
  places.set(here(), { index: Number(row.dataset.row), href: linkOf(row)?.getAttribute('href') ?? null })
}

/** Returns the row that was left for another page, if the browser's Back or Forward led here and nothing was done since. */
function rowLeft(): Place | null {
  return cameBackTo === here() ? (places.get(here()) ?? null) : null
}

/** Finds the row with that link, or the one in its place. */
function findRow(frame: HTMLElement | null, { index, href }: Place): HTMLElement | null {
  const rows = [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  return (
    rows.find((row) => href !== null && linkOf(row)?.getAttribute('href') === href) ??
    rows.find((row) => row.dataset.row === String(index)) ??
    null
  )
}

const linkOf = (row: HTMLElement) => row.querySelector<HTMLElement>('a, button')
