import { type PatternNode, parsePattern } from './parse-pattern'

const MAX_PATTERN_LENGTH = 1_000
const MAX_INPUT_LENGTH = 100_000
const MAX_STEPS = 2_000_000
const MAX_KEPT = 200

type Compiled =
  | { ok: true; root: PatternNode; program: Instruction[]; unicode: boolean }
  | { ok: false; message: string }

/** Whether the pattern matches, or why that cannot be decided. */
type PatternAnswer = { ok: true; matches: boolean } | { ok: false; message: string }

function readable(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return true
  } catch {
    return false
  }
}

/** Compiles a pattern to instructions, or explains why it cannot be used. */
export function compilePattern(source: string): Compiled {
  if (source.length > MAX_PATTERN_LENGTH) {
    return { ok: false, message: `the pattern is longer than ${MAX_PATTERN_LENGTH} characters` }
  }
  const unicode = readable(source, 'u')
  if (!unicode && !readable(source, '')) return { ok: false, message: 'not a valid regular expression' }
  try {
    const root = parsePattern(source, unicode)
    return { ok: true, root, program: toProgram(root), unicode }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'not a readable regular expression' }
  }
}

/** Without one, the characters of a text are its code units. */
const surrogatePair = /[\ud800-\udbff][\udc00-\udfff]/

const compiled = new Map<string, Compiled>()

function compiledOnce(source: string): Compiled {
  const known = compiled.get(source)
  if (known) return known
  const pattern = compilePattern(source)
  if (compiled.size >= MAX_KEPT) compiled.clear()
  compiled.set(source, pattern)
  return pattern
}

/**
 * Searches `input` for the regular expression `source` (JavaScript syntax, unanchored) in bounded time: no pattern can make it hang. Fails
 * for an invalid pattern, one of more than 1,000 characters, look-behind, back-references, a text of more than 100,000 characters, or a
 * search of more than two million steps.
 */
export function testPattern(source: string, input: string): PatternAnswer {
  const pattern = compiledOnce(source)
  if (!pattern.ok) return pattern
  if (input.length > MAX_INPUT_LENGTH) {
    return { ok: false, message: `the text is longer than ${MAX_INPUT_LENGTH} characters` }
  }
  const characters = pattern.unicode && surrogatePair.test(input) ? Array.from(input) : input
  try {
    return { ok: true, matches: runProgram(pattern.program, characters, { left: MAX_STEPS }) }
  } catch (error) {
    if (error instanceof SearchTooCostly) return { ok: false, message: 'the pattern takes too long on this text' }
    throw error
  }
}

const MAX_INSTRUCTIONS = 10_000

/** An instruction of a compiled pattern; a `fork` continues at each of its targets. */
export type Instruction =
  | Extract<PatternNode, { kind: 'atom' | 'edge' }>
  | { kind: 'fork'; targets: number[] }
  | { kind: 'lookahead'; program: Instruction[]; negated: boolean }
  | { kind: 'match' }

/**
 * Translates a pattern into instructions with repetitions unrolled.
 * @throws when that takes more than 10,000 instructions.
 */
function toProgram(root: PatternNode): Instruction[] {
  const program: Instruction[] = []

  function push(instruction: Instruction) {
    if (program.length >= MAX_INSTRUCTIONS) throw new Error('the pattern is too large')
    program.push(instruction)
  }

  function fork(...targets: number[]): number[] {
    push({ kind: 'fork', targets })
    return targets
  }

  function emit(node: PatternNode): void {
    if (node.kind === 'sequence') for (const item of node.items) emit(item)
    else if (node.kind === 'choice') emitChoice(node.options)
    else if (node.kind === 'repeat') emitRepeat(node.body, node.min, node.max)
    else if (node.kind === 'lookahead')
      push({ kind: 'lookahead', program: toProgram(node.body), negated: node.negated })
    else push(node)
  }

  function emitChoice(options: PatternNode[]) {
    const starts = fork()
    const ends = options.map((option) => {
      starts.push(program.length)
      emit(option)
      return fork()
    })
    for (const end of ends) end.push(program.length)
  }

  function emitRepeat(body: PatternNode, min: number, max: number) {
    for (let copy = 0; copy < min; copy += 1) {
      const before = program.length
      emit(body)
      if (program.length === before) return
    }
    if (max === Number.POSITIVE_INFINITY) {
      const start = program.length
      const exits = fork(start + 1)
      emit(body)
      fork(start)
      exits.push(program.length)
      return
    }
    const exits: number[][] = []
    for (let copy = min; copy < max; copy += 1) {
      exits.push(fork(program.length + 1))
      emit(body)
    }
    for (const exit of exits) exit.push(program.length)
  }

  emit(root)
  push({ kind: 'match' })
  return program
}

/** Thrown when a search exceeds its step budget. */
export class SearchTooCostly extends Error {}

/** The steps a search may still take, shared with its lookaheads. */
export interface StepBudget {
  left: number
}

/**
 * Searches `characters` from `start` on, following all alternatives in parallel, so that the cost is bounded by the length of the text
 * times the size of the pattern (Thompson 1968). `anchored` only allows a match that begins at `start`.
 */
export function runProgram(
  program: Instruction[],
  characters: ArrayLike<string>,
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
