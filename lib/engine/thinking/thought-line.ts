import type { StepOutcome } from '@/lib/contracts/thinking/sequential-thinking-qa'

/** Where a branch began: number of the thought, and the branch it is on (null: the main line). */
export type Origin = { number: number; parentId: string | null }

/** What later thoughts need to know of an earlier one. `tools`: those its outcome speaks of. */
export type KnownThought = {
  number: number
  branchId: string | null
  origin: Origin | null
  workflow: string | null
  /** Step of the workflow, from 1. */
  step: number
  outcome: StepOutcome | null
  tools: readonly string[]
  target: string | null
}

/** Branches in the order they began, with their origins. One whose thoughts are all gone is forgotten. */
export function branchesOf(thoughts: readonly KnownThought[]): Map<string, Origin> {
  const branches = new Map<string, Origin>()
  for (const { branchId, origin } of thoughts)
    if (branchId !== null && origin && !branches.has(branchId)) branches.set(branchId, origin)
  return branches
}

/** The thoughts that lead up a line, in order of arrival: its own, and those of its origins up to where it left them. */
export function thoughtsOnLine(
  thoughts: readonly KnownThought[],
  branchId: string | null,
  origin: Origin | null,
): KnownThought[] {
  const branches = branchesOf(thoughts)
  const lastOn = new Map<string | null, number>([[branchId, Number.POSITIVE_INFINITY]])
  let at = origin
  while (at && !lastOn.has(at.parentId)) {
    lastOn.set(at.parentId, at.number)
    at = at.parentId === null ? null : (branches.get(at.parentId) ?? null)
  }
  return thoughts.filter((thought) => thought.number <= (lastOn.get(thought.branchId) ?? Number.NEGATIVE_INFINITY))
}
