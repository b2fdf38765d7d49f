import { differingNumbers } from '@/lib/engine/hallucination/differing-numbers'
import type { CheckResult, Material } from '@/lib/engine/hallucination/finding'
import { antonyms, negations } from '@/lib/engine/hallucination/opposite-statements'
import { sentencesOf } from '@/lib/engine/hallucination/prose'

const sentenceCharacters = 400

/**
 * Finds what the output says twice and differently: one label or subject with two numbers, a statement and its negation, a
 * subject with opposite attributes. Only whole statements of one form are compared; qualified ones differ by their qualifier.
 */
export function findContradictions(material: Material): CheckResult {
  const { prose, output, isEnglish } = material
  if (!isEnglish) return { findings: [], verified: 0 }
  const sentences = sentencesOf(prose).filter(({ text }) => text.length <= sentenceCharacters)
  const findings = [
    ...differingNumbers(sentences, material),
    ...negations(sentences, output),
    ...antonyms(sentences, output),
  ]
  return { findings, verified: 0 }
}
