import { InputCheck } from '@/lib/engine/input-check'
import { clamp01, exceeds, isClose } from '@/lib/engine/tolerance'

/** Token counts of a run, each 0 or more. `useful` are the output tokens of accepted outputs, where known. */
export interface TokenCounts {
  input?: number
  output?: number
  total?: number
  useful?: number
}

export interface Efficiency {
  /** 0 to 1 */
  efficiency: number
  useful: number | null
  total: number | null
  warnings: string[]
}

/**
 * Useful tokens over all tokens: useful, else output, over input + output, else the given total. 0 with a warning where a
 * count is missing or the total is 0. Throws EngineInputError for a negative or non-finite count.
 */
export function measureEfficiency(tokens: TokenCounts = {}): Efficiency {
  const check = new InputCheck()
  for (const name of ['input', 'output', 'total', 'useful'] as const) {
    if (tokens[name] !== undefined) check.requireNumber(tokens[name], `tokens.${name}`, 0)
  }
  check.throwIfAny()

  const { input, output } = tokens
  const summed = input !== undefined && output !== undefined ? input + output : undefined
  const total = summed ?? tokens.total ?? null
  const useful = tokens.useful ?? output ?? null
  const warnings: string[] = []
  if (summed !== undefined && tokens.total !== undefined && !isClose(summed, tokens.total))
    warnings.push('token_total_differs')
  if (total === null || total === 0 || useful === null) {
    return { efficiency: 0, useful, total, warnings: [...warnings, total === 0 ? 'no_tokens' : 'tokens_missing'] }
  }
  if (exceeds(useful, total)) warnings.push('useful_exceeds_total')
  return { efficiency: clamp01(useful / total), useful, total, warnings }
}
