'use client'

import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import type { Step } from '@/lib/presentation/transcript/step'
import { findInSteps, findMatches } from '@/lib/presentation/transcript/text'
import { type Reading, stepAt } from './reading'
import { scrollToPlace } from './use-step-keys'

type FindProps = {
  steps: readonly Step[]
  frame: RefObject<HTMLElement | null>
  reading: Reading
  /** Expands a step and scrolls it into view. */
  onShow: (place: number) => void
  onClose: () => void
}

/** Text search within a run, with the number of matches; Enter moves to the next. */
export function FindInSteps({ steps, frame, reading, onShow, onClose }: FindProps) {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState<number | null>(null)
  const wanted = useDeferredValue(query)
  const found = useMemo(() => findInSteps(steps, wanted), [steps, wanted])
  const total = countAll(found)
  const target = at === null ? null : locateMatch(found, at)
  const [isFolded, setFolded] = useState(false)
  useHighlights(frame, reading, wanted, found, target, setFolded)
  const go = (step: 1 | -1) => {
    // Enter may be pressed before the deferred search has caught up with the input.
    const current = query === wanted ? found : findInSteps(steps, query)
    const places = countAll(current)
    if (places === 0) return
    const next = at === null ? (step > 0 ? 0 : places - 1) : (at + step + places) % places
    setAt(next)
    const place = locateMatch(current, next)?.place
    if (place !== undefined) onShow(place)
  }
  return (
    <search className="flex items-center gap-1 rounded-md border bg-raised px-1.5 text-sm">
      <Search className="size-4 shrink-0 text-ink-3" aria-hidden />
      <input
        // biome-ignore lint/a11y/noAutofocus: the user opens it with a key in order to type.
        autoFocus
        aria-label="Find in this run"
        placeholder="Find in this run"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setAt(null)
        }}
        onKeyDown={(event) => {
          // Enter and Escape also end the composition of a character.
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
          else if (event.key === 'Escape') onClose()
          else return
          event.preventDefault()
        }}
        className="h-7 w-36 min-w-0 flex-1 bg-transparent outline-none"
      />
      <output className="shrink-0 text-ink-2 text-xs" aria-live="polite">
        {wanted.trim() === ''
          ? ''
          : total === 0
            ? 'Not found'
            : `${at === null ? '' : `${formatCount(at + 1)} of `}${formatCount(total)}`}
        {total > 0 && <span className="max-sm:sr-only"> in {formatPlural(found.length, 'entry', 'entries')}</span>}
        {isFolded && ', folded'}
      </output>
      <IconButton label="Previous place" className="size-6!" onClick={() => go(-1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label="Next place" className="size-6!" onClick={() => go(1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton label="Close the search" className="size-6!" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </search>
  )
}

type Found = readonly { place: number; count: number }[]

const countAll = (found: Found) => found.reduce((sum, { count }) => sum + count, 0)

/** Returns the step that contains the match with index `at`, and the index of the match within it. */
function locateMatch(found: Found, at: number): { place: number; nth: number } | null {
  let before = 0
  for (const { place, count } of found) {
    if (at < before + count) return { place, nth: at - before }
    before += count
  }
  return null
}

/** Highlights matches with the CSS Custom Highlight API, without changing the DOM; repaints when steps render or expand. */
function useHighlights(
  frame: RefObject<HTMLElement | null>,
  reading: Reading,
  query: string,
  found: Found,
  target: { place: number; nth: number } | null,
  /** Tells whether the match stands in a part of its step that is folded. */
  onFolded: (isFolded: boolean) => void,
) {
  const reached = useRef('')
  const place = target?.place
  const nth = target?.nth
  useEffect(() => {
    const root = frame.current
    if (!root || !('highlights' in CSS)) return
    const paint = () => {
      const { first, last } = reading.get()
      const near = found.filter((one) => one.place >= first - NEAR && one.place <= last + NEAR)
      const ranges = near.flatMap((one) => rangesIn(stepAt(root, one.place), query))
      const here = place === undefined ? [] : rangesIn(stepAt(root, place), query)
      const current = here[Math.min(nth ?? 0, here.length - 1)]
      CSS.highlights.set('found', new Highlight(...ranges))
      CSS.highlights.set('found-current', new Highlight(...(current ? [current] : [])))
      onFolded(place !== undefined && current === undefined)
      const key = `${query} ${place} ${nth}`
      if (current && reached.current !== key) {
        reached.current = key
        scrollToPlace(current)
      }
    }
    let frameId = requestAnimationFrame(paint)
    const repaint = () => {
      cancelAnimationFrame(frameId)
      frameId = requestAnimationFrame(paint)
    }
    const observer = new MutationObserver(repaint)
    const unsubscribe = reading.subscribe(repaint)
    observer.observe(root, { childList: true, subtree: true, characterData: true })
    return () => {
      cancelAnimationFrame(frameId)
      observer.disconnect()
      unsubscribe()
      CSS.highlights.delete('found')
      CSS.highlights.delete('found-current')
    }
  }, [frame, reading, query, found, place, nth, onFolded])
}

/** Number of steps before and after the visible ones that are highlighted too. */
const NEAR = 6
const RANGES_MAX = 2000

/** What is folded is not in sight, though the browser's own search finds it. */
const isInSight = ({ parentElement }: Node) =>
  parentElement?.hidden ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT

function rangesIn(element: Element | null, query: string): Range[] {
  if (!element || query.trim() === '') return []
  const nodes: { node: Node; start: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, isInSight)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, start: text.length })
    text += node.nodeValue ?? ''
  }
  let index = 0
  // Places are asked for in ascending order, so that all nodes are passed once.
  const nodeAt = (place: number) => {
    for (let next = nodes[index + 1]; next && next.start <= place; next = nodes[index + 1]) index++
    return nodes[index]
  }
  return findMatches(text, query, RANGES_MAX).flatMap(({ start, end }) => {
    const from = nodeAt(start)
    const to = nodeAt(end - 1)
    if (!from || !to) return []
    const range = new Range()
    range.setStart(from.node, start - from.start)
    range.setEnd(to.node, end - to.start)
    return [range]
  })
}
