import { lazily } from '../../lazily'
import { type CheckResult, type HallucinationFinding, quoting, spanOf } from '../finding'
import type { Material } from '../material'
import { normalise } from '../text/plain-text'
import { isFunctionWord } from '../text/stems'
import { wordsOf } from '../words/word-list'

const word = "[\\p{L}'’-]+"
const quotation = new RegExp(`["“](?<![\\w"]["“])(${word}(?: ${word}){1,4})[,.]?["”](?![\\w"])`, 'gu')
const speech =
  /\b(?:says?|said|states?|stated|writes?|wrote|notes|noted|according to|claims?|claimed|explained|argued|told|adds|added|announced|warned|insisted|words of|spoke of|speaks of|talked of|talks of|promised|complained of|calls?|called|describes?|described|dubbed|termed|labell?ed)\b/i
const quoted = /["“]([^"“”\n]{12,600})["”]/g
const name = /\b\p{Lu}[\p{L}'’-]{2,}/gu
/** Characters before a quotation in which its speaker stands, and around one of the sources. */
const [before, around] = [80, 100]

/**
 * Finds quotations of two to five words that the same speaker has in the sources with one word replaced by another, and nobody as they are. Longer
 * ones are compared word for word.
 */
export function findShortQuotes({ prose, output, grounding, given }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  if (grounding === '' || !/["“]/.test(prose)) return result
  const theirs = lazily(() =>
    [...grounding.matchAll(quoted)].map(({ 0: whole, 1: text = '', index }) => ({
      text,
      words: wordsOf(text),
      frame: frameOf(grounding, index, index + whole.length),
    })),
  )
  for (const { 0: whole, 1: text = '', index } of prose.matchAll(quotation)) {
    const frame =
      prose
        .slice(Math.max(0, index - before), index)
        .split(/[.!?]\s|\n/)
        .at(-1) ?? ''
    if (!speech.test(frame) || given().includes(normalise(text))) continue
    const speakers = frame.match(name) ?? []
    const own = wordsOf(text)
    const source = theirs().find((one) => speakers.some((who) => one.frame.includes(who)) && hasAltered(own, one.words))
    if (source) result.findings.push(alteration(spanOf(output, index, index + whole.length), source.text))
  }
  return result
}

/** What the sentence has before and behind a quotation. */
function frameOf(text: string, start: number, end: number): string {
  const lead =
    text
      .slice(Math.max(0, start - around), start)
      .split(/[.!?]["”)]?\s|\n/)
      .at(-1) ?? ''
  const isEnd = /[.!?]["”]$/.test(text.slice(start, end))
  return isEnd ? lead : `${lead}${text.slice(end, end + around).split(/[.!?]\s|\n/)[0]}`
}

const alteration = (span: HallucinationFinding['span'], text: string): HallucinationFinding => ({
  type: 'false_quote',
  verdict: 'contradicted',
  severity: 'likely',
  confidence: 0.8,
  span,
  evidence: quoting('The source says', text),
})

/** Whether a text has all but one of the words in a row at their places, and nowhere that one, which tells something. */
function hasAltered(own: readonly string[], text: readonly string[]): boolean {
  return text.some((_, at) => {
    const there = text.slice(at, at + own.length)
    const [place, more] = [...own.keys()].filter((one) => own[one] !== there[one])
    if (there.length < own.length || place === undefined || more !== undefined) return false
    const [said, given] = [own[place] ?? '', there[place] ?? '']
    const isTold = own.some((one, each) => each !== place && isTelling(one))
    return isTold && isTelling(said) && !text.includes(said) && !areForms(said, given)
  })
}

const isTelling = (written: string) => written.length > 2 && !isFunctionWord(written)
/** "ask" and "asked" are forms of one word. */
const areForms = (one: string, other: string) => one.slice(0, 4) === other.slice(0, 4)
