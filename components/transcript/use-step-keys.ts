import { type Dispatch, type RefObject, type SetStateAction, useCallback, useEffect, useEffectEvent } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import type { Step } from '@/lib/presentation/transcript/step'
import { type Reading, stepAt } from './reading'

type StepKeys = {
  steps: readonly Step[]
  frame: RefObject<HTMLElement | null>
  reading: Reading
  current: number | null
  /** Whether the steps are visible, rather than the graph that can replace them. */
  isShown: boolean
  hasKeys: boolean
  /** Called when the user moves to a step. */
  onShow: (step: Step) => void
  onToggle: Dispatch<SetStateAction<ReadonlySet<string>>>
  onFind: () => void
  /** Starts a comment on the current step, or on the first visible one. */
  onComment: (place: number) => void
}

/** Navigation between steps by shortcut or id. If the current step is scrolled out of view, moves start from the visible steps. */
export function useStepKeys({ steps, frame, reading, current, isShown, hasKeys, ...on }: StepKeys) {
  const { onToggle } = on
  const onShow = useEffectEvent((place: number) => {
    const step = steps[place]
    if (!step) return
    on.onShow(step)
    reveal(frame.current, place)
  })
  const show = useCallback((place: number) => onShow(place), [])
  const onGo = useEffectEvent((id: string) => onShow(steps.findIndex((step) => step.id === id)))
  const go = useCallback((id: string) => onGo(id), [])
  const toggle = useCallback((id: string) => onToggle((before) => toggled(before, id)), [onToggle])

  const at = () => (current !== null && isInSight(stepAt(frame.current, current)) ? current : null)
  const move = (by: 1 | -1) => {
    const next = (at() ?? reading.get().first - (by > 0 ? 1 : -1)) + by
    show(Math.min(steps.length - 1, Math.max(0, next)))
  }
  const moveToProblem = (by: 1 | -1) => {
    const from = at() ?? reading.get().first - (by > 0 ? 1 : -1)
    const flawed = steps.flatMap(({ flaws }, place) => (flaws.length > 0 ? [place] : []))
    const next = by > 0 ? flawed.find((place) => place > from) : flawed.findLast((place) => place < from)
    if (next !== undefined) show(next)
  }
  const toggleCurrent = () => {
    const step = steps[at() ?? -1]
    if (step) toggle(step.id)
  }
  useShortcuts(
    'Transcript',
    hasKeys && isShown
      ? [
          { keys: 'j', label: 'Next step', run: () => move(1) },
          { keys: 'k', label: 'Previous step', run: () => move(-1) },
          { keys: 'n', label: 'Next problem', run: () => moveToProblem(1) },
          { keys: 'p', label: 'Previous problem', run: () => moveToProblem(-1) },
          { keys: '/', label: 'Find in this run', run: on.onFind },
          {
            keys: 'c',
            label: 'Comment on the step, or on what is selected',
            run: () => on.onComment(at() ?? Math.max(0, reading.get().first)),
          },
          { keys: 'Enter', label: 'Open or close the step', run: toggleCurrent },
        ]
      : [],
  )
  // Runs for every selection, also from other parts of the page.
  useEffect(() => {
    if (current !== null) reveal(frame.current, current)
  }, [current, frame])
  // Returning from the graph restores the scroll position but leaves the focus on the view switch.
  const restorePosition = useEffectEvent(() => {
    if (current !== null) scrollIntoView(stepAt(frame.current, current))
  })
  useEffect(() => {
    if (isShown) restorePosition()
  }, [isShown])
  return { show, go, toggle, toggleCurrent }
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Height in px of the sticky bars that cover the top and bottom of the viewport. */
const COVERED_TOP = 96
const COVERED_BOTTOM = 72

function isInSight(step: HTMLElement | null): boolean {
  if (!step) return false
  const { top, bottom } = step.getBoundingClientRect()
  return bottom > COVERED_TOP && top < window.innerHeight - COVERED_BOTTOM
}

const FRAMES = 5
let nextFrame = 0

/** Scrolls to a step, again in the next frames: steps that come into sight take their real height, and move it. */
function scrollIntoView(step: HTMLElement | null, frames = FRAMES) {
  cancelAnimationFrame(nextFrame)
  if (!step) return
  const { top, bottom } = step.getBoundingClientRect()
  if (top < COVERED_TOP || bottom > window.innerHeight - COVERED_BOTTOM) step.scrollIntoView({ block: 'start' })
  if (frames > 0) nextFrame = requestAnimationFrame(() => scrollIntoView(step, frames - 1))
}

/** Scrolls to a place within a step, likewise: the pieces of a long text take their real height when they come into sight. */
export function scrollToPlace(place: Range, frames = FRAMES): void {
  cancelAnimationFrame(nextFrame)
  const inText = place.getBoundingClientRect()
  // A piece that is out of sight may have no layout yet.
  const { top, bottom, height } =
    inText.height > 0 ? inText : (place.startContainer.parentElement?.getBoundingClientRect() ?? inText)
  const isCovered = top < COVERED_TOP || bottom > window.innerHeight - COVERED_BOTTOM
  if (height > 0 && isCovered) window.scrollBy(0, top - window.innerHeight / 3)
  if (frames > 0) nextFrame = requestAnimationFrame(() => scrollToPlace(place, frames - 1))
}

/** Scrolls a step into view if it is not fully visible, and focuses it unless the search field has the focus. */
function reveal(frame: HTMLElement | null, place: number) {
  const step = stepAt(frame, place)
  scrollIntoView(step)
  const { activeElement } = document
  if (step && !step.contains(activeElement) && !activeElement?.closest('search')) step.focus({ preventScroll: true })
}
