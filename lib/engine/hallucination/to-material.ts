import type { Material } from '@/lib/engine/hallucination/finding'
import { isEnglish, maskCode, normalise } from '@/lib/engine/hallucination/prose'
import { readSources } from '@/lib/engine/hallucination/source-reading'

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

/** What outputs are held against, read once for all of them. */
export type GivenMaterial = Omit<Material, 'output' | 'prose' | 'isEnglish' | 'date'>

/** Reads the material given, in the forms the checks look things up in. */
export function readGiven(input: Omit<DetectHallucinationsInput, 'output' | 'date'>): GivenMaterial {
  const { sources = [], references = [], files = [], toolResults = [] } = input
  const grounding = [...sources.map(({ text }) => text), ...toolResults].join('\n')
  const given = normalise([grounding, ...references.map(({ text }) => text)].join('\n'))
  return { sources, references, files, toolResults, grounding, given, reading: readSources(grounding) }
}

/** Prepares what the checks read: the output with and without code, beside the material it is held against. */
export function toMaterial(text: string, given: GivenMaterial, date: string | null = null): Material {
  const output = text.slice(0, outputCharacters)
  const prose = maskCode(output)
  return { ...given, output, prose, isEnglish: isEnglish(prose), date }
}
