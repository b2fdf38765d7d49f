import type { SourceIndex } from '../sources/source-index'
import { stemOf } from '../text/stems'
import { isContent, type Token } from '../words/tokens'

/** Words between two names of one thing. */
const alias = new Set(
  'known called named aka alias nicknamed born née byname stage pseudonym abbreviated short titled renamed formerly'
    .split(' ')
    .map(stemOf),
)
/** Tokens between them. */
const betweenMax = 5
/** Sentences that are searched. */
const searchedMax = 60

/** Whether the names of a sentence have a word as their first letters: "NYSE" for the New York Stock Exchange. */
export function isAbbreviationIn({ term: { key } }: Token, tokens: readonly Token[]): boolean {
  if (key.length < 3) return false
  return tokens.some((_, from) => {
    const run = tokens.slice(from, from + key.length)
    return run.length === key.length && run.every(({ term, isCapital }, at) => isCapital && term.key[0] === key[at])
  })
}

/** Whether a sentence of the sources calls one thing by both names: "James Swan, better known as Jimmy Barnes", "the Union (EU)", "the Dallas Cowboys". */
export function areNamesOfOne(one: readonly Token[], other: readonly Token[], index: SourceIndex): boolean {
  const [first, second] = [one[0], other[0]]
  if (!first || !second) return false
  const places = index.placesOf(first.term.id, searchedMax)
  return places.slice(0, searchedMax).some((place) => {
    const { tokens, text } = index.sentence(place)
    const [at, behind] = [first, second].map((name) => tokens.findIndex(({ term }) => term === name.term))
    if (at === undefined || behind === undefined || at < 0 || behind < 0) return false
    const [from, to] = at < behind ? [at + one.length, behind] : [behind + other.length, at]
    const between = tokens.slice(from, to)
    if (between.length > betweenMax) return false
    const [left, right] = [tokens[from - 1], tokens[to]]
    const gap = left && right && between.length === 0 ? text.slice(left.end, right.start) : ''
    // Of "the Dallas Cowboys" either name may stand for both.
    if (gap === ' ' && left?.isCapital && right?.isCapital && isContent(left) && isContent(right)) return true
    return gap.includes('(') || between.some(({ term }) => alias.has(term.key))
  })
}
