import { type HallucinationFinding, quoting, spanOf } from '../finding'
import type { Material } from '../material'
import { candidatesOf } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { type Code, codesIn, mayHaveCodes } from '../text/codes'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { isStructured } from './misplaced-names'

const candidatesMax = 6
/** Content words that both sentences must have besides the code. */
const sharedMin = 2
/** Share of the words of the source that the sentence may lack: they may tell of another case. */
const lackedMax = 0.34
/** What is made, changed, compared or only given as an example. */
const made =
  /\?\s*$|\b(?:creat|renam|add|generat|chang|replac|mov|cop|sav|writ|wrote|suggest|propos)\w*\b|\b(?:new|instead|than|like|unlike|other|except|if|would|could|should|might|may|let's|let us|e\.g\.|for example|such as|called|named)\b/i

/**
 * Finds a path, address, option or name of a program that is in no source, where the only sentence of the sources that says the same has
 * another of its form: "Use --debug to see each request" for "Use --verbose to see each request".
 */
export function findAlteredCodes({
  output,
  files,
  digits,
  isGiven,
  reading,
  readings,
}: Material): HallucinationFinding[] {
  if (readings().length === 0 || !mayHaveCodes(output, digits())) return []
  return readings().flatMap((sentence): HallucinationFinding[] => {
    const written = output.slice(sentence.start, sentence.start + sentence.text.length)
    const codes = codesIn(written)
    const [code, more] = codes.filter((one) => !isGiven(one.written.toLowerCase()))
    if (!code?.form || more || made.test(sentence.text)) return []
    // The files of a run have their own check, and what the output tells of again may be its own.
    if (files.length > 0 && /^(?:path|file)/.test(code.form)) return []
    if (output.indexOf(code.written) !== output.lastIndexOf(code.written)) return []
    if (!isProse(written) || isLabelled(code, written)) return []
    const source = toldWithAnother(code, codes, sentence, reading.index())
    if (!source) return []
    return [
      {
        type: 'source_contradiction',
        verdict: 'contradicted',
        severity: 'likely',
        confidence: 0.8,
        span: spanOf(output, sentence.start + code.start, sentence.start + code.end),
        evidence: quoting('The source says', reading.asWritten(source.text)),
      },
    ]
  })
}

/** Whether a text is a sentence rather than a heading, an item of a list, or code. */
const isProse = (text: string) => /^[^#>*•|{}<-].*[.!)`]\s*$/s.test(text) && !/```|[{}]/.test(text)

/** Whether a link has a text of its own: "[the guide](https://…)". */
const isLabelled = ({ start }: Code, text: string) => text.charAt(start - 1) === '(' && text.charAt(start - 2) === ']'

/** The sentence of the sources that says the same with another code, if all that say it have this one. */
function toldWithAnother(
  code: Code,
  codes: readonly Code[],
  sentence: ReadSentence,
  index: SourceIndex,
): SourceSentence | null {
  const tokens = outside(sentence.tokens(), codes)
  if (tokens.filter(isContent).length < sharedMin) return null
  const found = candidatesOf(sentence, index, candidatesMax).flatMap((place) => {
    const source = index.sentence(place)
    const others = codesIn(source.text)
    const [rival, more] = others.filter(({ form, written }) => form === code.form && !isAmong(written, codes))
    return rival && !more && isOfTheSame(tokens, source, others) ? [{ rival, source }] : []
  })
  const [first, ...rest] = found
  if (!first || first.rival.written.includes(code.written) || code.written.includes(first.rival.written)) return null
  return rest.every(({ rival }) => rival.written === first.rival.written) ? first.source : null
}

const isAmong = (written: string, codes: readonly Code[]) => codes.some((one) => one.written === written)

const outside = (tokens: readonly Token[], codes: readonly Code[]) =>
  tokens.filter(({ start, end }) => !codes.some((code) => start < code.end && end > code.start))

/** Whether a source has the words and values of a sentence, and little else. */
function isOfTheSame(tokens: readonly Token[], source: SourceSentence, codes: readonly Code[]): boolean {
  if (!source.isStatement() && !source.isInstruction()) return false
  if (!isProse(source.text) || isStructured(source.text) || negationsIn(tokens) % 2 !== negationsIn(source.tokens) % 2)
    return false
  const base = source.isWhole ? 0 : (source.tokens[0]?.start ?? 0)
  const theirs = outside(
    source.tokens.map((token) => ({ ...token, start: token.start - base, end: token.end - base })),
    codes,
  )
  const terms = new Set(theirs.map(({ term }) => term))
  if (tokens.some((token) => (isContent(token) || token.kind !== 'word') && !terms.has(token.term))) return false
  const own = new Set(tokens.map(({ term }) => term))
  const others = theirs.filter((token) => isContent(token) || token.kind !== 'word')
  return others.filter(({ term }) => !own.has(term)).length <= lackedMax * others.length
}
