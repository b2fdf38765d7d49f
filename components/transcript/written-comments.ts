import { keepUnsent, readUnsent } from '@/components/ui/browser-storage'

/** Quote of a step to comment on; null for the step as a whole. */
export type Draft = { quote: string; start: number | null } | null

/** Text typed but not sent yet, and the quote it is about. */
type Written = { draft: Draft; body: string }
/** Null for the run as a whole. */
type StepId = string | null

/** Where the changed text of an existing comment is kept: no step has such an id. */
export const editOf = ({ id }: { id: string }): StepId => `\n edit ${id}`

// Kept for as long as the page is open: the review queue moves on to the next run while a comment on this one is open.
const runs = new Map<string, Map<StepId, Written>>()

const keyOf = (runId: string) => `comments ${runId}`

/** Returns the unsent comments on a run that an earlier load of this page kept; not for the first render, which is the server's. */
export function restoreWritten(runId: string): ReadonlyMap<StepId, Written> {
  const kept = readUnsent(keyOf(runId))
  if (kept && !runs.has(runId)) {
    runs.set(runId, new Map<StepId, Written>(JSON.parse(kept)))
    guardLeaving()
  }
  return writtenOn(runId)
}

/** Returns the unsent comments on a run, by step. */
export function writtenOn(runId: string): ReadonlyMap<StepId, Written> {
  return runs.get(runId) ?? new Map()
}

/** Keeps the text of an unsent comment; an empty text forgets it. While any is kept, the browser asks before it closes the page. */
export function keepWritten(runId: string, stepId: StepId, written: Written | null): void {
  const steps = runs.get(runId) ?? new Map<StepId, Written>()
  if (written && written.body.trim() !== '') runs.set(runId, steps.set(stepId, written))
  else if (steps.delete(stepId) && steps.size === 0) runs.delete(runId)
  const left = runs.get(runId)
  keepUnsent(keyOf(runId), left ? JSON.stringify([...left]) : '')
  guardLeaving()
}

function guardLeaving(): void {
  if (runs.size > 0) window.addEventListener('beforeunload', askFirst)
  else window.removeEventListener('beforeunload', askFirst)
}

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()
