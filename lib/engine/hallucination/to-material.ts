import type { Material } from '@/lib/engine/hallucination/finding'
import { isEnglish, maskCode, normalise } from '@/lib/engine/hallucination/prose'

const outputCharacters = 200_000

export interface DetectHallucinationsInput {
  output: string
  /** Texts the output was made from. */
  sources?: readonly { id: string; text: string }[] | undefined
  /** Entries the output may cite. */
  references?: readonly { id: string; text: string }[] | undefined
  /** Paths of the run's files. */
  files?: readonly string[] | undefined
  /** Results of the run's tool calls, as text. */
  toolResults?: readonly string[] | undefined
  /** ISO date of the output. */
  date?: string | undefined
}

/** Prepares what the checks read: the output with and without code, and the material in the forms they look things up in. */
export function toMaterial(input: DetectHallucinationsInput): Material {
  const { sources = [], references = [], files = [], toolResults = [], date = null } = input
  const output = input.output.slice(0, outputCharacters)
  const prose = maskCode(output)
  const grounding = [...sources.map(({ text }) => text), ...toolResults].join('\n')
  const given = normalise([grounding, ...references.map(({ text }) => text)].join('\n'))
  return { output, prose, sources, references, files, toolResults, grounding, given, isEnglish: isEnglish(prose), date }
}
