import { parsePattern } from '@/lib/engine/json/pattern/parse-pattern'
import { type Instruction, toProgram } from '@/lib/engine/json/pattern/pattern-program'
import { runProgram, SearchTooCostly } from '@/lib/engine/json/pattern/run-program'

const MAX_PATTERN_LENGTH = 1_000
const MAX_INPUT_LENGTH = 100_000
const MAX_STEPS = 2_000_000
const MAX_KEPT = 200

type Compiled = { ok: true; program: Instruction[]; unicode: boolean } | { ok: false; message: string }

/** The answer of a pattern, or why there is none. */
export type PatternAnswer = { ok: true; matches: boolean } | { ok: false; message: string }

function readable(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return true
  } catch {
    return false
  }
}

function compile(source: string): Compiled {
  if (source.length > MAX_PATTERN_LENGTH) {
    return { ok: false, message: `the pattern is longer than ${MAX_PATTERN_LENGTH} characters` }
  }
  const unicode = readable(source, 'u')
  if (!unicode && !readable(source, '')) return { ok: false, message: 'not a valid regular expression' }
  try {
    return { ok: true, program: toProgram(parsePattern(source, unicode)), unicode }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'not a readable regular expression' }
  }
}

const compiled = new Map<string, Compiled>()

function compiledOnce(source: string): Compiled {
  const pattern = compiled.get(source) ?? compile(source)
  if (compiled.size >= MAX_KEPT) compiled.clear()
  compiled.set(source, pattern)
  return pattern
}

/**
 * Searches `input` for the regular expression `source` (JavaScript syntax, unanchored) in bounded time: no pattern can
 * hang it. There is no answer for an invalid pattern, one of more than 1,000 characters, look-behind, back-references,
 * a text of more than 100,000 characters, or a search of more than two million steps.
 */
export function testPattern(source: string, input: string): PatternAnswer {
  const pattern = compiledOnce(source)
  if (!pattern.ok) return pattern
  if (input.length > MAX_INPUT_LENGTH) {
    return { ok: false, message: `the text is longer than ${MAX_INPUT_LENGTH} characters` }
  }
  const characters = pattern.unicode ? Array.from(input) : input.split('')
  try {
    return { ok: true, matches: runProgram(pattern.program, characters, { left: MAX_STEPS }) }
  } catch (error) {
    if (error instanceof SearchTooCostly) return { ok: false, message: 'the pattern takes too long on this text' }
    throw error
  }
}
