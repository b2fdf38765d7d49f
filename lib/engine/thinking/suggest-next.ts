import type { ThoughtAnswer, ThoughtInput } from '@/lib/contracts/thinking/sequential-thinking-qa'
import type { ChosenStep } from './choose-step'
import type { Place } from './place-thought'
import { branchesOf, type KnownThought } from './thought-line'

export type Suggestions = Pick<ThoughtAnswer, 'suggested_revision' | 'suggested_branch'>

/** What the reported outcome calls for: a failure a revision, several options a branch, anything else nothing. */
export function suggestNext(
  input: ThoughtInput,
  place: Place,
  chosen: ChosenStep,
  thoughts: readonly KnownThought[],
): Suggestions {
  if (input.step_outcome === 'failure') return { suggested_revision: suggestRevision(input, place, chosen) }
  if (input.step_outcome === 'multiple_options') return { suggested_branch: suggestBranch(input, thoughts) }
  return {}
}

/** The latest thought at the step that the template names for a failure (the one before), else this thought itself. */
function suggestRevision(input: ThoughtInput, { before }: Place, chosen: ChosenStep) {
  const next = 1 + Math.max(input.thought_number, ...before.map(({ number }) => number))
  const target = chosen.step.revise_step_on_failure ?? chosen.number - 1
  const earlier = before.findLast(({ workflow, step }) => workflow === chosen.workflow && step === target)
  const revises = earlier?.number ?? input.thought_number
  const reason = earlier
    ? `Step ${chosen.number} failed: reconsider step ${target}, thought ${revises}.`
    : `Step ${chosen.number} failed: do it again.`
  return { is_revision: true as const, revises_thought: revises, thought_number: next, reason }
}

/** From this thought, under the first id that no branch of the session has. */
function suggestBranch(input: ThoughtInput, thoughts: readonly KnownThought[]) {
  const taken = branchesOf(thoughts)
  let n = 1
  while (taken.has(`alternative-${n}`) || input.branch_id === `alternative-${n}`) n += 1
  return {
    branch_from_thought: input.thought_number,
    branch_id: `alternative-${n}`,
    thought_number: input.thought_number + 1,
    reason: `Thought ${input.thought_number} found several options: follow one here and another on a branch.`,
  }
}
