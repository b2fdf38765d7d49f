import type { StepOutcome, ThoughtInput } from '@/lib/contracts/thinking/think'
import { EngineInputError } from '../input-error'

export type Place = {
  branchId: string | null
  origin: Origin | null
  /** The thoughts before this one on its line and its origins, in order of arrival. */
  before: KnownThought[]
  /** The thought that this one revises. */
  revised: KnownThought | null
}

/**
 * Determines the place of a thought among those of its session. `dropped`: number of older thoughts that are no longer kept.
 * @throws {EngineInputError} naming the field, for a number already taken, an unknown origin or revised thought, an id that belongs to
 * another origin, and flags without their counterpart.
 */
export function placeThought(input: ThoughtInput, thoughts: readonly KnownThought[], dropped: number): Place {
  const branchId = input.branch_id ?? null
  const origin = findOrigin(input, thoughts, dropped)
  const before = thoughtsOnLine(thoughts, branchId, origin)
  refuseTaken(input, before, origin)
  return { branchId, origin, before, revised: findRevised(input, before, dropped) }
}

function findOrigin(input: ThoughtInput, thoughts: readonly KnownThought[], dropped: number): Origin | null {
  const { branch_id: id, branch_from_thought: from } = input
  if (id === undefined) {
    if (from !== undefined) fail('branch_id', `a branch from thought ${from} needs an id`)
    return null
  }
  const known = branchesOf(thoughts).get(id)
  if (!known) return newOrigin(id, from, thoughts, dropped)
  if (from !== undefined && from !== known.number)
    fail(
      'branch_from_thought',
      `branch "${id}" began at thought ${known.number}; another branch needs an id of its own`,
    )
  return known
}

/** Finds the origin: the thought of that number on the main line, else on the only branch that has it. */
function newOrigin(
  id: string,
  from: number | undefined,
  thoughts: readonly KnownThought[],
  dropped: number,
): Origin | null {
  if (from === undefined)
    return fail('branch_from_thought', `no branch "${id}" is known; a new branch needs the thought it starts from`)
  const lines = new Set(thoughts.filter(({ number }) => number === from).map(({ branchId }) => branchId))
  if (lines.has(null)) return { number: from, parentId: null }
  const [parentId, ...others] = lines
  if (parentId === undefined || parentId === null)
    return fail('branch_from_thought', `there is no thought ${from} in this session${droppedLabels(dropped)}`)
  if (others.length > 0)
    fail(
      'branch_from_thought',
      `thought ${from} is on several branches (${[...lines].join(', ')}); start from a number of one`,
    )
  return { number: from, parentId }
}

function refuseTaken({ thought_number: number }: ThoughtInput, before: readonly KnownThought[], origin: Origin | null) {
  const last = Math.max(origin?.number ?? 0, ...before.map((thought) => thought.number))
  if (before.some((thought) => thought.number === number))
    fail('thought_number', `thought ${number} is on this line already; the next number is ${last + 1}`)
  if (origin && number <= origin.number)
    fail('thought_number', `a branch goes on from its origin: the next number is ${last + 1}`)
}

function findRevised(input: ThoughtInput, before: readonly KnownThought[], dropped: number): KnownThought | null {
  const { is_revision: isRevision = false, revises_thought: number } = input
  if (!isRevision) {
    if (number !== undefined) fail('is_revision', `must be true for a thought that revises thought ${number}`)
    return null
  }
  if (number === undefined) return fail('revises_thought', 'a revision needs the thought that it reconsiders')
  if (number >= input.thought_number) fail('revises_thought', 'must be an earlier thought')
  const revised = before.findLast((thought) => thought.number === number)
  return (
    revised ??
    fail('revises_thought', `there is no thought ${number} on this line or its origins${droppedLabels(dropped)}`)
  )
}

function droppedLabels(dropped: number): string {
  return dropped > 0 ? '; earlier thoughts of this session are no longer kept' : ''
}

function fail(path: string, message: string): never {
  throw new EngineInputError([{ path, message }])
}

/** Where a branch began: number of the thought, and its branch (null: the main line). */
type Origin = { number: number; parentId: string | null }

/** The facts about an earlier thought that later ones need. `tools`: those its outcome refers to. */
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

/** Returns the branches in the order they began, with their origins. A branch without any kept thoughts is left out. */
export function branchesOf(thoughts: readonly KnownThought[]): Map<string, Origin> {
  const branches = new Map<string, Origin>()
  for (const { branchId, origin } of thoughts)
    if (branchId !== null && origin && !branches.has(branchId)) branches.set(branchId, origin)
  return branches
}

/** Returns the thoughts that lead to a line, in order of arrival: its own, and those of its origins up to where it branched off. */
function thoughtsOnLine(
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
