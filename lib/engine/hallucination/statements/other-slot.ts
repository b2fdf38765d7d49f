import { candidatesOf, tokensMax } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { stemOf } from '../text/stems'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'
import { isOfSpeaker, isStructured } from './misplaced-names'

const candidatesMax = 3
/** Words that both effects must have, and their share of the source's. */
const [effectMin, effectShare] = [2, 0.6]
/** Letters in which two words for one thing may agree. */
const alikeMin = 4
/** Words that both predicates must have, and tokens of a subject. */
const [predicateMin, predicateContentMin, subjectMax] = [4, 2, 5]
const connective = / (?:because|due to|owing to|as a result of|caused) /
const articles = /^(?:the|a|an)$/
/** Words for something that is named elsewhere. */
export const generic = new Set(
  'company firm business group organisation organization man woman person people team city town country film book song band singer actor author player club agency government official report study source user customer agent system service model tool one group family couple boy girl child student man researcher scientist place building thing product'
    .split(' ')
    .map(stemOf),
)

/**
 * Finds another cause of the same effect, or another subject of the same predicate, than a source sentence gives. It is weak: what is told may
 * be the same in other words. `mayBeCausal`: whether the text has a word that joins a cause to its effect.
 */
export function ofOtherSlot(sentence: ReadSentence, index: SourceIndex, mayBeCausal: boolean): Conflict | null {
  if (sentence.to - sentence.from > tokensMax) return null
  const isCausal = mayBeCausal && connective.test(sentence.text)
  if (!isCausal && !endsAlike(sentence, index)) return null
  const tokens = sentence.tokens()
  if (isOfSpeaker(tokens) || sentence.text.endsWith('?')) return null
  for (const place of candidatesOf(sentence, index, candidatesMax)) {
    const source = index.sentence(place)
    if (!source.isStatement() || isStructured(source.text) || isOfSpeaker(source.tokens)) continue
    const found = (isCausal ? otherCause(tokens, source) : null) ?? otherSubject(tokens, source)
    if (!found || isToldElsewhere(found, place, index)) continue
    const { said, says } = found
    const [from, to] = [said[0] as Token, said.at(-1) as Token]
    return { type: 'source_contradiction', from, to, says, source, isWeak: true }
  }
  return null
}

interface Slot {
  says: string
  /** Words of the rest with which another sentence tells of the same. */
  sameMin: number
  /** What the output has in the slot, and the rest of its sentence. */
  said: readonly Token[]
  rest: readonly Token[]
  given: readonly Token[]
}

/** Whether the last three words are in the sources as they are, and the first three are not. */
function endsAlike({ table, from, to }: ReadSentence, index: SourceIndex): boolean {
  const isTold = (at: number) => index.hasTrigram(table.term(at), table.term(at + 1), table.term(at + 2))
  const last = to - 3
  return to - from > predicateMin && isTold(last) && !isTold(from) && isTold(Math.min(last, from + subjectMax))
}

/** Finds the same effect with another cause. */
function otherCause(tokens: readonly Token[], source: SourceSentence): Slot | null {
  const [own, theirs] = [causeIn(tokens), causeIn(source.tokens)]
  if (!own || !theirs || !areDeniedAlike(own.effect, theirs.effect)) return null
  const given = lastClauseOf(theirs.effect, source.text).filter(isContent)
  const rest = own.effect.filter(isContent)
  const isSame = rest.every(({ term }) => given.some((one) => one.term === term))
  if (!isSame || rest.length < effectMin || rest.length < effectShare * given.length) return null
  return areUnlike(own.cause, theirs.cause)
    ? {
        says: 'The source gives another cause:',
        sameMin: effectShare * rest.length,
        said: own.cause.filter(isContent),
        rest,
        given: theirs.cause.filter(isContent),
      }
    : null
}

/** The words behind the last semicolon, without those in brackets. */
function lastClauseOf(tokens: readonly Token[], text: string): readonly Token[] {
  const start = text.lastIndexOf(';', tokens.at(-1)?.start ?? 0)
  const isAside = ({ start: at }: Token) => text.lastIndexOf('(', at) > text.lastIndexOf(')', at)
  return tokens.filter((token) => token.start > start && !isAside(token))
}

/** Splits "E because of C", "E was caused by C" and "C caused E". */
function causeIn(tokens: readonly Token[]): { cause: readonly Token[]; effect: readonly Token[] } | null {
  const key = (at: number) => tokens[at]?.term.key ?? ''
  const at = tokens.findIndex(({ term }, place) => {
    const next = key(place + 1)
    if (term.key === 'because' || term.key === 'becaus') return true
    if ((term.key === 'due' || term.key === 'ow' || term.key === 'owing') && next === 'to') return true
    return (term.key === 'result' && next === 'of') || /^caus/.test(term.key)
  })
  if (at < 1) return null
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)]
  if (/^caus/.test(key(at)) && key(at + 1) !== 'by') return { cause: before, effect: after }
  return { cause: after.filter(({ term }) => term.key !== 'by'), effect: before }
}

/** Finds the same predicate with another subject. */
function otherSubject(tokens: readonly Token[], source: SourceSentence): Slot | null {
  const theirs = source.tokens
  if (!areDeniedAlike(tokens, theirs)) return null
  let shared = 0
  while (
    shared < Math.min(tokens.length, theirs.length) &&
    tokens.at(-1 - shared)?.term === theirs.at(-1 - shared)?.term
  )
    shared++
  const [said, given] = [tokens.slice(0, tokens.length - shared), theirs.slice(0, theirs.length - shared)]
  const rest = tokens.slice(tokens.length - shared)
  if (shared < predicateMin || rest.filter(isContent).length < predicateContentMin) return null
  if (!isSubject(said) || !isSubject(given) || !areUnlike(said, given)) return null
  if ([...said, ...given].some(({ term }) => generic.has(term.key))) return null
  return { says: 'The source says this of something else:', sameMin: 1, said, rest, given }
}

/** Whether it is a noun with an article, or a name. */
function isSubject(tokens: readonly Token[]): boolean {
  const [first, ...others] = tokens
  if (!first || tokens.length > subjectMax) return false
  const words = articles.test(first.term.key) ? others : tokens
  const isNamed = words === tokens && tokens.every(({ isCapital }) => isCapital)
  return (
    words.length > 0 && (words !== tokens || isNamed) && words.every((one) => isContent(one) && one.kind === 'word')
  )
}

const areDeniedAlike = (one: readonly Token[], other: readonly Token[]) =>
  negationsIn(one) % 2 === negationsIn(other) % 2

/** Whether two phrases have no word in common, in any form. */
function areUnlike(one: readonly Token[], other: readonly Token[]): boolean {
  const [own, theirs] = [one, other].map((tokens) => tokens.filter(isContent).map(({ term }) => term.key)) as [
    string[],
    string[],
  ]
  if (own.length === 0 || theirs.length === 0) return false
  return !own.some((key) => theirs.some((two) => key.slice(0, alikeMin) === two.slice(0, alikeMin)))
}

/** Whether another sentence tells of what is said together with the rest, or with what the source has in its place. */
function isToldElsewhere({ said, rest, given, sameMin }: Slot, own: number, index: SourceIndex): boolean {
  const words = said.filter(isContent)
  return words.some(({ term }) =>
    index.placesOf(term.id).some((place) => {
      if (place === own) return true
      const terms = index.sentence(place).terms()
      return [...rest, ...given].filter((one) => isContent(one) && terms.has(one.term)).length >= sameMin
    }),
  )
}
