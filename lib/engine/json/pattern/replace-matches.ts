import type { PatternNode } from './parse-pattern'
import { compilePattern, type Instruction, runProgram, SearchTooCostly, type StepBudget } from './test-pattern'

/** Replaces all matches in a text; null when the step budget was exhausted before the end of the text. */
export type Replacer = (text: string, replacement: string, budget: StepBudget) => { text: string; times: number } | null

/**
 * Compiles a user's regular expression to a replacer whose run time is bounded by the length of the text times the size of the pattern.
 * Matches are leftmost-longest. The message says why a pattern cannot be used.
 */
export function compileReplacer(source: string): { ok: true; replace: Replacer } | { ok: false; message: string } {
  const pattern = compilePattern(source)
  if (!pattern.ok) return pattern
  if (runProgram(pattern.program, [], { left: 1000 }))
    return { ok: false, message: 'it matches the empty text everywhere' }
  if (waysThrough(pattern.root, true) <= MAX_WAYS) return { ok: true, replace: native(source, pattern.unicode) }
  return { ok: true, replace: linear(pattern.program, pattern.unicode) }
}

/** Limit on the paths a backtracking search could take through one position; up to it the faster native engine is used. */
const MAX_WAYS = 500

function waysThrough(node: PatternNode, isLast: boolean): number {
  if (node.kind === 'sequence')
    return node.items.reduce((ways, item, place) => {
      return ways * waysThrough(item, isLast && place === node.items.length - 1)
    }, 1)
  if (node.kind === 'choice') return node.options.reduce((ways, option) => ways + waysThrough(option, isLast), 0)
  if (node.kind === 'lookahead') return waysThrough(node.body, false)
  if (node.kind !== 'repeat') return 1
  // Nothing follows that could make the search backtrack.
  if (isLast && node.body.kind === 'atom') return 1
  const each = waysThrough(node.body, false)
  if (node.max === Number.POSITIVE_INFINITY) return node.max
  let ways = 0
  for (let count = node.min; count <= node.max && ways <= MAX_WAYS; count++) ways += each ** count
  return ways
}

function native(source: string, unicode: boolean): Replacer {
  const expression = new RegExp(source, unicode ? 'gu' : 'g')
  return (text, replacement) => {
    let times = 0
    const replaced = text.replace(expression, (found) => {
      if (found === '') return ''
      times++
      return replacement
    })
    return { text: replaced, times }
  }
}

function linear(program: Instruction[], unicode: boolean): Replacer {
  const first = firstAtoms(program)
  return (text, replacement, budget) => {
    const characters = unicode ? Array.from(text) : text.split('')
    const parts: string[] = []
    let from = 0
    try {
      for (
        let match = nextMatch({ program, first }, characters, 0, budget);
        match;
        match = nextMatch({ program, first }, characters, from, budget)
      ) {
        parts.push(characters.slice(from, match.start).join(''), replacement)
        from = match.end
      }
    } catch (error) {
      if (error instanceof SearchTooCostly) return null
      throw error
    }
    if (parts.length === 0) return { text, times: 0 }
    return { text: [...parts, characters.slice(from).join('')].join(''), times: parts.length / 2 }
  }
}

type Atom = Extract<Instruction, { kind: 'atom' }>

/** Returns the atoms a match can begin with, so that other positions are skipped quickly; null when a single character does not decide. */
function firstAtoms(program: readonly Instruction[]): Atom[] | null {
  const atoms: Atom[] = []
  const seen = new Set<number>()
  const pending = [0]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const instruction = program[at]
    if (!instruction || seen.has(at)) continue
    seen.add(at)
    if (instruction.kind === 'fork') pending.push(...instruction.targets)
    else if (instruction.kind === 'atom') atoms.push(instruction)
    else return null
  }
  return atoms
}

type Match = { start: number; end: number }
type Thread = { at: number; start: number }

/**
 * Returns the leftmost non-empty match from `from` on, as long as possible. Follows all alternatives in parallel, the earliest start first.
 */
function nextMatch(
  { program, first }: { program: Instruction[]; first: Atom[] | null },
  characters: readonly string[],
  from: number,
  budget: StepBudget,
): Match | null {
  const seenAt = new Int32Array(program.length).fill(-1)
  const best: { match: Match | null } = { match: null }
  let active: Thread[] = []
  for (let position = from; position <= characters.length; position++) {
    const here = characters[position]
    if (
      first &&
      !best.match &&
      active.length === 0 &&
      (here === undefined || !first.some((atom) => atom.matches(here)))
    )
      continue
    const next: Thread[] = []
    const follow = (first: Thread) => {
      const pending = [first.at]
      for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
        const instruction = program[at]
        if (!instruction || seenAt[at] === position) continue
        seenAt[at] = position
        budget.left -= 1
        if (budget.left < 0) throw new SearchTooCostly()
        if (instruction.kind === 'match') {
          if (position > first.start) best.match = { start: first.start, end: position }
        } else if (instruction.kind === 'fork') pending.push(...instruction.targets)
        else if (instruction.kind === 'atom') {
          const character = characters[position]
          if (character !== undefined && instruction.matches(character)) next.push({ at: at + 1, start: first.start })
        } else if (instruction.kind === 'edge') {
          if (instruction.holds(characters[position - 1], characters[position])) pending.push(at + 1)
        } else if (runProgram(instruction.program, characters, budget, position, true) !== instruction.negated)
          pending.push(at + 1)
      }
    }
    for (const thread of active) if (!best.match || thread.start <= best.match.start) follow(thread)
    if (!best.match) follow({ at: 0, start: position })
    const { match } = best
    active = match ? next.filter((thread) => thread.start === match.start) : next
    if (match && active.length === 0) return match
  }
  return best.match
}
