import { isEquivalent } from './alignment'
import type { Misplaced } from './misplaced-names'
import type { Segment, SourceSentence } from './segment'
import { areSynonyms } from './siblings'
import type { SourceIndex } from './source-index'
import { isContent, type Token } from './tokens'

const derived =
  /^(?:than|more|less|fewer|between|differenc|total|sum|togeth|together|altogeth|combin|averag|each|every|all|other|another|first|last|further|additional|remain|left|about|of|at|least|most|up|over|under|almost|near|half)$/
/** Words that are counted of many things at once. */
const common =
  /^(?:v|vs|versu|time|day|hour|minut|week|month|year|peopl|person|part|thing|case|kind|way|point|step|level|page|line|percent)$/

/** A number and the word that it counts. */
interface Count {
  number: Token
  counted: Token
}

/**
 * Finds a number of one thing told of another: "14 users", where the only sentence that counts users has 11 of them, and 14 of something
 * that the claim does not name.
 */
export function miscounted(
  segments: readonly Segment[],
  index: SourceIndex,
): (Misplaced & { source: SourceSentence }) | null {
  for (const claim of segments) {
    if (claim.tokens.some(({ term }) => derived.test(term.key))) continue
    for (const { number, counted } of countsIn(claim.tokens)) {
      const isCounted = (one: Count) =>
        one.counted.term === counted.term || areSynonyms(one.counted.term.key, counted.term.key)
      const source = onlyPlaceOf(counted, index)
      if (!source?.isStatement()) continue
      const counts = countsIn(source.tokens)
      const theirs = counts.filter(isCounted)
      const [other] = theirs
      if (!other || theirs.length > 1 || isEquivalent(number, other.number)) continue
      const isOfAnother = counts.some(
        (one) => isEquivalent(number, one.number) && !isCounted(one) && !claim.own.has(one.counted.term.key),
      )
      const isOnce = source.tokens.filter((one) => one.number && isEquivalent(number, one)).length === 1
      if (isOfAnother && isOnce) return { from: number, to: number, says: 'The source says', source }
    }
  }
  return null
}

/** The one sentence of the sources that has a word. */
function onlyPlaceOf({ term }: Token, index: SourceIndex): SourceSentence | null {
  if (!index.has(term.id)) return null
  const { places, starts } = index.postings()
  const [from, to] = [starts[term.id] as number, starts[term.id + 1] as number]
  return to - from === 1 ? index.sentence(places[from] as number) : null
}

/** Each number without a unit that a content word follows. */
function countsIn(tokens: readonly Token[]): Count[] {
  return tokens.flatMap((number, at) => {
    const counted = tokens[at + 1]
    if (
      number.number?.unit !== null ||
      number.number.step !== 1 ||
      !counted ||
      !isContent(counted) ||
      common.test(counted.term.key)
    )
      return []
    return counted.start - number.end === 1 ? [{ number, counted }] : []
  })
}
