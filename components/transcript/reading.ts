import { createContext, startTransition, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'

/** Where the reader is: the first and last step in sight, and the furthest that was. -1 before anything is known. */
export type Place = { first: number; last: number; furthest: number }

const NOWHERE: Place = { first: -1, last: -1, furthest: -1 }
/** Steps this far outside the window are drawn already. */
const AHEAD_PX = 1200

/** Watches which steps are in sight and which are near it, without drawing the transcript anew for each. */
export class Reading {
  private place = NOWHERE
  private readonly inSight = new Set<number>()
  private readonly listeners = new Set<() => void>()
  private readonly near = new WeakMap<Element, () => void>()
  private sight: IntersectionObserver | undefined
  private ahead: IntersectionObserver | undefined

  /** Watches a step; `onNear` is called when it comes near the window. */
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

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
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
    for (const listener of this.listeners) listener()
  }
}

const placeOf = (element: Element) => Number((element as HTMLElement).dataset.step)

export const ReadingContext = createContext<Reading | null>(null)

/** A ref for a step, and whether it is, or was, near the window. */
export function useNear(startsNear: boolean) {
  const reading = useContext(ReadingContext)
  const ref = useRef<HTMLLIElement>(null)
  const [isNear, setNear] = useState(startsNear)
  useEffect(() => {
    const element = ref.current
    // A dozen steps come near at once with a jump: drawing them in full lets the next key through.
    return element && reading ? reading.watch(element, () => startTransition(() => setNear(true))) : undefined
  }, [reading])
  return { ref, isNear }
}

export function usePlace(reading: Reading): Place {
  return useSyncExternalStore(reading.subscribe, reading.get, () => NOWHERE)
}
