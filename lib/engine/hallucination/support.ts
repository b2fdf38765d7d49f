import type { CheckResult, HallucinationFinding, Material } from './finding'
import { spanOf } from './finding'
import { type SourceIndex, trigramAt, weightOf } from './source-index'
import { isContent, type Token } from './tokens'

/** Below this the words of a sentence are too near those of the sources to speak of. */
const lackMin = 0.1
/** From here on lack of support raises the risk; below, it is a note that says how sure the sentence is. */
export const doubtMin = 0.4
const shortSentence = 10
const trigramsMin = 3
const prefixLength = 5

/** How new a sentence is against the sources. Shares in [0, 1]. */
export interface Newness {
  /** Share of three tokens in a row that stand in no sentence of the sources. */
  novelty: number
  /** Share of the content words, by weight, that stand in none. */
  unknown: number
  /** Three tokens in a row that were looked up. */
  trigrams: number
  /** Tokens whose form is new and whose meaning is not: a date in another order, a rounded number, a link. */
  settled: number
}

/**
 * Trigram and unigram novelty of a sentence, the latter weighted by inverse sentence frequency. What is settled otherwise is
 * not counted, nor what stands across it.
 */
export function newnessOf(tokens: readonly Token[], index: SourceIndex, isSettled: (token: Token) => boolean): Newness {
  let [run, trigrams, fresh, settled, whole, unknown] = [0, 0, 0, 0, 0, 0]
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' && isSettled(token)) {
      settled++
      if (!index.keys.has(token.key)) run = -1
    } else if (token.kind === 'link') run = -1
    run++
    if (run > 2) {
      trigrams++
      if (!index.trigrams.has(trigramAt(tokens, at))) fresh++
    }
    if (!isContent(token)) continue
    const weight = weightOf(index, token.key)
    whole += weight
    if (!index.keys.has(token.key))
      unknown += index.prefixes().has(token.key.slice(0, prefixLength)) ? weight / 2 : weight
  }
  return {
    novelty: trigrams > 0 ? fresh / trigrams : 0,
    unknown: whole > 0 ? unknown / whole : 0,
    trigrams,
    settled,
  }
}

/**
 * Grades how little the sources support a sentence, by the words it shares with them: a weak sign, and no verdict. A sentence
 * with another doubt lends that one its confidence, where it is the higher.
 */
export function gradeSupport(
  material: Material,
  doubts: readonly HallucinationFinding[],
): CheckResult & { doubts: HallucinationFinding[] } {
  const { grounding, reading, readings, output, isEnglish } = material
  const graded = [...doubts]
  const findings: HallucinationFinding[] = []
  if (!grounding || !isEnglish || !reading.isEnglish() || !reading.index().isWhole)
    return { findings, verified: 0, doubts: graded }
  for (const { start, text, tokens, newness } of readings()) {
    const confidence = lackOf(newness(), tokens.length)
    if (confidence === 0) continue
    let isDoubted = false
    for (const [at, doubt] of graded.entries()) {
      if (doubt.span.start >= start + text.length || doubt.span.end <= start) continue
      isDoubted = true
      if (doubt.severity === 'warning' && doubt.type !== 'overconfidence' && doubt.confidence < confidence)
        graded[at] = { ...doubt, confidence }
    }
    if (isDoubted || /\?$/.test(text)) continue
    const span = spanOf(output, start, start + text.length)
    const evidence = `${Math.round(newness().novelty * 100)} % of its phrases and ${Math.round(newness().unknown * 100)} % of its words, by weight, stand in no source.`
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

/** Confidence that a sentence has no support; 0 where it has some, or is too short to tell. */
function lackOf({ novelty, unknown, trigrams, settled }: Newness, length: number): number {
  if (length - settled < shortSentence && settled > 0) return 0
  if (trigrams < trigramsMin && unknown < 0.5) return 0
  const lack = trigrams < trigramsMin ? unknown : 0.6 * novelty + 0.4 * unknown
  return lack < lackMin ? 0 : Math.round((0.05 + 0.6 * lack) * 1000) / 1000
}
