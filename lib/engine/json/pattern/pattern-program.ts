import type { PatternNode } from '@/lib/engine/json/pattern/pattern-tree'

const MAX_INSTRUCTIONS = 10_000

/** One step of a compiled pattern; a `fork` goes on at each of its targets. */
export type Instruction =
  | Extract<PatternNode, { kind: 'atom' | 'edge' }>
  | { kind: 'fork'; targets: number[] }
  | { kind: 'lookahead'; program: Instruction[]; negated: boolean }
  | { kind: 'match' }

/** Translates a pattern into instructions, repetitions written out. Throws when that takes more than 10,000 of them. */
export function toProgram(root: PatternNode): Instruction[] {
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
