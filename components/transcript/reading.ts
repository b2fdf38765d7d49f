import { createContext, startTransition, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { subscribers } from '@/components/ui/subscribers'

/** Reading position: indexes of the first and last visible step, and of the furthest one seen. -1 until observed. */
type Place = { first: number; last: number; furthest: number }

const NOWHERE: Place = { first: -1, last: -1, furthest: -1 }
/** Steps within this distance of the viewport are rendered in full. */
const AHEAD_PX = 1200

/** Tracks which steps are visible or near the viewport, outside React state, so that scrolling does not re-render the transcript. */
export class Reading {
  private place = NOWHERE
  private readonly inSight = new Set<number>()
  private readonly subscribers = subscribers()
  readonly subscribe = this.subscribers.subscribe
  private readonly near = new WeakMap<Element, () => void>()
  private sight: IntersectionObserver | undefined
  private ahead: IntersectionObserver | undefined

  /** Observes a step; calls `onNear` when it is near the viewport. Returns a function that stops observing it. */
  watch(element: HTMLElement, onNear: () => void): () => void {
    this.sight ??= new IntersectionObserver((entries) => this.onSight(entries), { rootMargin: '-96px 0px -80px 0px' })
    this.ahead ??= new IntersectionObserver((entries) => this.onAhead(entries), { rootMargin: `${AHEAD_PX}px 0px` })
    this.near.set(element, onNear)
    this.sight.observe(element)
    this.ahead.observe(element)
    return () => {
      this.sight?.unobserve(element)
      this.ahead?.unobserve(element)
      this.inSight.delete(placeOf(element))
    }
  }

  get = () => this.place

  private onAhead(entries: readonly IntersectionObserverEntry[]) {
    for (const { target, isIntersecting } of entries) if (isIntersecting) this.near.get(target)?.()
  }

  private onSight(entries: readonly IntersectionObserverEntry[]) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.inSight.add(placeOf(target))
      else this.inSight.delete(placeOf(target))
    }
    if (this.inSight.size === 0) return
    const first = Math.min(...this.inSight)
    const last = Math.max(...this.inSight)
    this.place = { first, last, furthest: Math.max(last, this.place.furthest) }
    this.subscribers.notify()
  }
}

/** Returns a step of the list, which has no other children: to search thousands of elements for it takes as long as to draw it. */
export const stepAt = (list: HTMLElement | null, place: number): HTMLElement | null =>
  (list?.children[place] as HTMLElement | undefined) ?? null

const placeOf = (element: Element) => Number((element as HTMLElement).dataset.step)

export const ReadingContext = createContext<Reading | null>(null)

/** Returns a ref for a step, and whether the step is or was near the viewport. */
export function useNear(startsNear: boolean) {
  const reading = useContext(ReadingContext)
  const ref = useRef<HTMLLIElement>(null)
  const [isNear, setNear] = useState(startsNear)
  useEffect(() => {
    const element = ref.current
    // A jump brings a dozen steps near at the same time; a transition keeps input responsive while they render.
    return element && reading ? reading.watch(element, () => startTransition(() => setNear(true))) : undefined
  }, [reading])
  return { ref, isNear }
}

/** Returns the reading position, a moment late: hundreds of rows may follow it, which must not hold up the scrolling. */
export function usePlace(reading: Reading): Place {
  const [place, setPlace] = useState(NOWHERE)
  useEffect(() => {
    const follow = () => startTransition(() => setPlace(reading.get()))
    follow()
    return reading.subscribe(follow)
  }, [reading])
  return place
}

let isPrinting = false

function subscribeToPrinting(onChange: () => void) {
  const follow = ({ type }: Event) => {
    isPrinting = type === 'beforeprint'
    onChange()
  }
  const events = ['beforeprint', 'afterprint'] as const
  for (const event of events) window.addEventListener(event, follow)
  return () => {
    for (const event of events) window.removeEventListener(event, follow)
  }
}

/** Whether the page is being printed. The store updates at once: what is rendered by then is on the paper. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribeToPrinting,
    () => isPrinting,
    () => false,
  )
}
