import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import type { Token } from '../words/tokens'
import { isTelling } from './context'
import type { Conflict } from './elsewhere'
import { isOfSpeaker, isStructured } from './misplaced-names'

/** Words of a plain statement, and sentences with a word of it that are looked at. */
const [wordsMax, placesMax] = [16, 40]
const quick =
  /\b(?:is|are|was|were) (?:(?:located|situated|found|kept|stored|housed) )?(?:in|on|at|under|behind|above|below|beside|opposite|inside|outside|near|next to) (?:the |our |its |their |an? |\p{Ll}+ \d|\p{Lu})/u
const open = /\?|\b(?:if|unless|would|could|might|may|not|never|no|also|both|or|only|formerly|previously)\b/i
/** What is where: "The pool is on the roof", "our archive was in Bremen". */
const located =
  /(?:^|[,;:.] |\b(?:and|but|while) )(?:(?:the|our|its|their|an?) )?((?:[\p{L}'’-]+ ){0,2}[\p{L}'’-]+) (is|are|was|were)(?: (?:located|situated|found|kept|stored|housed))? (in|on|at|under|behind|above|below|beside|opposite|inside|outside|near|next to) (?:(?:the|our|its|their|an?) )?([^,;:.()]+?)(?=[,;:.!()]|\s(?:and|but|while|which|where|that|from|until|with|for)\s|$)/dgiu

/** A thing, and a place that a sentence tells of it. */
interface Located {
  thing: readonly Token[]
  link: string
  place: readonly Token[]
  /** Whether the place has a name: a thing may be in a town and on a floor. */
  isNamed: boolean
  source: SourceSentence | null
}

/**
 * Finds a thing at the place where the sources have another, and of which they tell another place: "The sauna is on the roof" for "The pool is on the
 * roof. The sauna is in the basement."
 */
export function atPlaceOfAnother(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const { text } = sentence
  if (sentence.to - sentence.from > wordsMax || !quick.test(text) || open.test(text)) return null
  const [own, more] = locatedIn(text, sentence.tokens(), null)
  const [first, head] = [own?.place[0], own?.thing.at(-1)]
  if (!own || more || !first || !head) return null
  const told = (word: Token) => {
    const places = index.placesOf(word.term.id, placesMax)
    return places.length > placesMax ? [] : places.map((place) => index.sentence(place))
  }
  const [theirs, others] = [told(head), told(first)]
  if (
    theirs.some((source) => areIn(own.place, source.tokens) && areIn(own.thing, source.tokens) && !isApart(own, source))
  )
    return null
  const where = theirs.flatMap(placesIn).find((one) => isSame(one.thing, own.thing) && one.isNamed === own.isNamed)
  if (!where || areIn(where.place, own.place) || areIn(own.place, where.place)) return null
  const there = others.flatMap(placesIn).filter((one) => one.link === own.link && isSame(one.place, own.place))
  const isOther = ({ thing }: Located) =>
    !areIn(thing, own.thing) && !areIn(own.thing, thing) && !thing.some((token) => hasLike(where.place, token))
  const [holder] = there
  const to = own.place.at(-1)
  return holder?.source && to && there.every(isOther)
    ? {
        type: 'source_contradiction',
        from: first,
        to,
        says: 'The source says this of something else:',
        source: holder.source,
      }
    : null
}

const areIn = (some: readonly Token[], others: readonly Token[]) => some.every((token) => hasLike(others, token))
const isSame = (one: readonly Token[], other: readonly Token[]) => areIn(one, other) && areIn(other, one)
/** Whether a sentence tells of the thing and of the place, but of the one at another place and of another thing at the other. */
const isApart = (own: Located, source: SourceSentence) =>
  placesIn(source).some((one) => isSame(one.thing, own.thing) && !isSame(one.place, own.place))

const placesIn = (source: SourceSentence): Located[] =>
  source.isWhole &&
  source.isStatement() &&
  !isStructured(source.text) &&
  !isOfSpeaker(source.tokens) &&
  !open.test(source.text)
    ? locatedIn(source.text, source.tokens, source)
    : []

function locatedIn(text: string, tokens: readonly Token[], source: SourceSentence | null): Located[] {
  return [...text.matchAll(located)].flatMap(({ indices, 3: link = '', 4: written = '' }) => {
    const inRange = (group: number) => {
      const [from, to] = indices?.[group] ?? [0, 0]
      return tokens.filter((token) => token.start >= from && token.end <= to && isTelling(token))
    }
    const [thing, place] = [inRange(1), inRange(4)]
    const isNamed = /^\p{Lu}/u.test(written)
    const isTold = thing.length > 0 && place.length > 0 && !place.some(({ date, number }) => date || number?.unit)
    const isPlace =
      isNamed ||
      /\b(?:the|our|its|their|an?) $/i.test(text.slice(0, indices?.[4]?.[0])) ||
      /^\p{Ll}+ \d+$/u.test(written)
    return isTold && isPlace ? [{ thing, link: link.toLowerCase(), place, isNamed, source }] : []
  })
}
