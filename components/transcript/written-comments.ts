import { keepUnsent, readUnsentJson } from '@/components/ui/browser-storage'
import { isRecord } from '@/lib/contracts/is-record'

/** Quote of a step to comment on; null for the step as a whole. */
export type Draft = { quote: string; start: number | null } | null

/** Text typed but not sent yet, and the quote it is about. */
type Written = { draft: Draft; body: string }
/** Null for the run as a whole. */
type StepId = string | null

/** Where the changed text of an existing comment is kept: no step has such an id. */
export const editOf = ({ id }: { id: string }): StepId => `\n edit ${id}`

/** Storage may hold what another release wrote. */
function isKept(entry: unknown): entry is [StepId, Written] {
  if (!Array.isArray(entry) || !(entry[0] === null || typeof entry[0] === 'string') || !isRecord(entry[1])) return false
  const { body, draft } = entry[1]
  return typeof body === 'string' && (draft === null || (isRecord(draft) && typeof draft.quote === 'string'))
}

// Kept for as long as the page is open: the review queue moves on to the next run while a comment on this one is open.
const runs = new Map<string, Map<StepId, Written>>()

const keyOf = (runId: string) => `comments ${runId}`

/** Returns the unsent comments on a run that an earlier load of this page kept; not for the first render, which is the server's. */
export function restoreWritten(runId: string): ReadonlyMap<StepId, Written> {
  const kept = readUnsentJson(keyOf(runId))
  if (!runs.has(runId)) {
    const steps = new Map((Array.isArray(kept) ? kept : []).filter(isKept))
    if (steps.size > 0) runs.set(runId, steps)
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
