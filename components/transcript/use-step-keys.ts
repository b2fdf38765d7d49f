import { type Dispatch, type RefObject, type SetStateAction, useCallback, useEffect, useEffectEvent } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import type { Step } from '@/lib/presentation/transcript/step'
import type { Reading } from './reading'

type StepKeys = {
  steps: readonly Step[]
  frame: RefObject<HTMLElement | null>
  reading: Reading
  current: number | null
  isOn: boolean
  /** A step was gone to. */
  onShow: (step: Step) => void
  onToggle: Dispatch<SetStateAction<ReadonlySet<string>>>
  onFind: () => void
  /** Begins a comment at the step one is at. */
  onComment: (current: number | null) => void
}

/** Going from step to step, by keys or by name. Who scrolled away goes on from where they are. */
export function useStepKeys({ steps, frame, reading, current, isOn, ...on }: StepKeys) {
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
    isOn
      ? [
          { keys: 'j', label: 'Next step', run: () => move(1) },
          { keys: 'k', label: 'Previous step', run: () => move(-1) },
          { keys: 'n', label: 'Next problem', run: () => moveToProblem(1) },
          { keys: 'p', label: 'Previous problem', run: () => moveToProblem(-1) },
          { keys: '/', label: 'Find in this run', run: on.onFind },
          { keys: 'c', label: 'Comment on the step, or on what is selected', run: () => on.onComment(at()) },
          { keys: 'Enter', label: 'Open or close the step', run: toggleCurrent },
        ]
      : [],
  )
  // Chosen here, or by whatever else on the page names a step.
  useEffect(() => {
    if (current !== null) reveal(frame.current, current)
  }, [current, frame])
  return { show, go, toggle, toggleCurrent }
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** What lies over the steps at the top and bottom of the window. */
const COVERED_TOP = 96
const COVERED_BOTTOM = 72

function stepAt(frame: HTMLElement | null, place: number): HTMLElement | null {
  return frame?.querySelector<HTMLElement>(`[data-step="${place}"]`) ?? null
}

function isInSight(step: HTMLElement | null): boolean {
  if (!step) return false
  const { top, bottom } = step.getBoundingClientRect()
  return bottom > COVERED_TOP && top < window.innerHeight - COVERED_BOTTOM
}

/** Focuses a step and brings it into sight, unless all of it is. Who types into the search goes on typing. */
function reveal(frame: HTMLElement | null, place: number) {
  const step = stepAt(frame, place)
  if (!step) return
  const { top, bottom } = step.getBoundingClientRect()
  if (top < COVERED_TOP || bottom > window.innerHeight - COVERED_BOTTOM) step.scrollIntoView({ block: 'start' })
  const { activeElement } = document
  if (!step.contains(activeElement) && !activeElement?.closest('search')) step.focus({ preventScroll: true })
}
