import type { Instruction } from '@/lib/engine/json/pattern/pattern-program'

/** Thrown when a search spends its whole budget of steps. */
export class SearchTooCostly extends Error {}

/** The steps a search may still take, shared with its lookaheads. */
export interface StepBudget {
  left: number
}

/**
 * Searches `characters` from `start` on, following all alternatives at once, so that the cost grows with the length of the
 * text times the size of the pattern and never explodes (Thompson 1968). `anchored` lets the match begin at `start` only.
 */
export function runProgram(
  program: Instruction[],
  characters: readonly string[],
  budget: StepBudget,
  start = 0,
  anchored = false,
): boolean {
  const seenAt = new Int32Array(program.length).fill(-1)
  let active: number[] = []
  for (let position = start; position <= characters.length; position += 1) {
    const pending = active
    if (!anchored || position === start) pending.push(0)
    const next: number[] = []
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const instruction = program[index]
      if (!instruction || seenAt[index] === position) continue
      seenAt[index] = position
      budget.left -= 1
      if (budget.left < 0) throw new SearchTooCostly()
      if (instruction.kind === 'match') return true
      if (instruction.kind === 'fork') pending.push(...instruction.targets)
      else if (instruction.kind === 'atom') {
        const character = characters[position]
        if (character !== undefined && instruction.matches(character)) next.push(index + 1)
      } else if (instruction.kind === 'edge') {
        if (instruction.holds(characters[position - 1], characters[position])) pending.push(index + 1)
      } else if (runProgram(instruction.program, characters, budget, position, true) !== instruction.negated) {
        pending.push(index + 1)
      }
    }
    if (anchored && next.length === 0) return false
    active = next
  }
  return false
}
