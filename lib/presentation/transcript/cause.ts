import type { RunAttribution } from '@/lib/contracts/attributions'
import { sortFlaws } from './flaws'
import type { Flaw, Step } from './step'

/** Marks the step that caused a failed run: the one confirmed by a person, else the likeliest as suggested. */
export function withCause(steps: readonly Step[], cause: RunAttribution | undefined): readonly Step[] {
  if (!cause) return steps
  const { attribution, suggestions } = cause
  const [likeliest] = suggestions
  const nodeId = attribution ? attribution.nodeId : (likeliest?.nodeId ?? null)
  const place = nodeId === null ? -1 : steps.findIndex((step) => step.nodeId === nodeId)
  const flaw: Flaw = attribution
    ? {
        kind: 'guilty',
        label: 'Caused it',
        detail: `${attribution.by} says so.${attribution.reason ? ` ${attribution.reason}` : ''}`,
      }
    : { kind: 'suggested', label: 'Likely cause, suggested', detail: likeliest?.reason ?? '' }
  return steps.map((step, at) => (at === place ? sortFlaws({ ...step, flaws: [flaw, ...step.flaws] }) : step))
}

/** Whether a printed record has the whole step: the request, the answer, and what went wrong. Of the others it has a line. */
export function isPrintedWhole({ id, isAnswer, error, flaws }: Step): boolean {
  return id === '@request' || isAnswer || error !== null || flaws.length > 0
}
