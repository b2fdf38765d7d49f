import { type CheckResult, type HallucinationFinding, spanOf } from '../finding'
import type { Material } from '../material'
import type { Newness, ReadSentence } from '../sources/read-prose'
import { hasFields } from '../text/plain-text'

/** Below this a sentence is too close to the sources to be reported. */
const lackMin = 0.1
/** From here on lack of support raises the risk; below, it is only a note on the certainty of the sentence. */
export const doubtMin = 0.55
const shortSentence = 10
const trigramsMin = 3

/**
 * Grades how little the sources support a sentence, by the words it shares with them: a weak signal, never a verdict. If the sentence has
 * another warning already, that finding takes over the confidence, if higher, instead of adding a new one. Mere notes are left out unless they
 * are read.
 */
export function gradeSupport(
  material: Material,
  doubts: readonly HallucinationFinding[],
  areNotesRead: boolean,
): CheckResult & { doubts: HallucinationFinding[] } {
  const { grounding, reading, readings, output, isEnglish } = material
  const graded = [...doubts]
  const findings: HallucinationFinding[] = []
  if (!grounding || !isEnglish || !reading.isEnglish() || !reading.index().isWhole)
    return { findings, verified: 0, doubts: graded }
  const bySentence = doubtsBySentence(graded, readings())
  const sentences = readings()
  for (let place = 0; place < sentences.length; place++) {
    const sentence = sentences[place] as ReadSentence
    const confidence = sentence.text.startsWith('#') || hasFields(sentence.text) ? 0 : lackOf(sentence)
    if (confidence === 0) continue
    const { start, text } = sentence
    const doubted = bySentence.get(place) ?? []
    for (const at of doubted) {
      const doubt = graded[at]
      if (doubt?.severity === 'warning' && doubt.confidence < confidence) graded[at] = { ...doubt, confidence }
    }
    const isDoubted = doubted.length > 0
    const isRead = areNotesRead || confidence >= doubtMin
    if (isDoubted || !isRead || text.endsWith('?')) continue
    const span = spanOf(output, start, start + text.length)
    const evidence = evidenceOf(sentence.newness())
    findings.push({
      type: 'unsupported_claim',
      verdict: 'unverifiable',
      severity: 'warning',
      confidence,
      span,
      evidence,
    })
  }
  return { findings, verified: 0, doubts: graded }
}

function evidenceOf({ novelty, unknown }: Newness): string {
  const [phrases, words] = [novelty, unknown].map((share) => Math.round(share * 100))
  return `${phrases}% of its phrases and ${words}% of its words, rare ones counting more, are in none of the sources.`
}

/** Returns the indexes of the findings by the index of the sentence they begin in. */
function doubtsBySentence(doubts: readonly HallucinationFinding[], sentences: readonly { start: number }[]) {
  const found = new Map<number, number[]>()
  const inOrder = [...doubts.keys()].sort(
    (left, right) => (doubts[left]?.span.start ?? 0) - (doubts[right]?.span.start ?? 0),
  )
  let sentence = 0
  for (const at of inOrder) {
    const start = doubts[at]?.span.start ?? 0
    while ((sentences[sentence + 1]?.start ?? Number.POSITIVE_INFINITY) <= start) sentence++
    const known = found.get(sentence)
    if (known) known.push(at)
    else found.set(sentence, [at])
  }
  return found
}

/** Returns the confidence that a sentence is unsupported; 0 if it has support or is too short to tell. */
function lackOf(sentence: ReadSentence): number {
  const { table, from, to } = sentence
  // A short sentence with a number, date or link depends on that value, which has its own check.
  let words = 0
  for (let at = from; at < to; at++) if (table.isWord(at)) words++
  if (words < shortSentence && words < to - from) return 0
  const { novelty, unknown, trigrams, content } = sentence.newness()
  if (trigrams < trigramsMin && (unknown < 0.5 || content < 2)) return 0
  const lack = trigrams < trigramsMin ? unknown : 0.6 * novelty + 0.4 * unknown
  return lack < lackMin ? 0 : Math.round((0.05 + 0.6 * lack) * 1000) / 1000
}
