import type { ReadSentence } from '../sources/read-prose'
import type { Segment } from '../sources/segment'
import { sourceSegments } from '../sources/segments'
import type { SourceIndex } from '../sources/source-index'
import { isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

const pairs =
  /(?<name>\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*)*)\*{0,2}: ?[$€£]?(?<value>\d[\d,]*(?:\.\d+)?)(?![\d:.])/gu
/** Sentences in which a name stands, and the smallest value that tells whose it is. */
const [placesMax, valueMin] = [40, 13]

/**
 * Finds a value that a list gives to one name, "Ada Ek: 136", where the sources tell it of another in the words in which they tell the only value
 * of this one: "Ada Ek ran 305 laps. Bo Lind ran 136 laps."
 */
export function listedWithAnother(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  if (!sentence.text.includes(': ')) return null
  for (const match of sentence.text.matchAll(pairs)) {
    const { name = '', value: written = '' } = match.groups ?? {}
    const value = Number(written.replace(/,/g, ''))
    if (value < valueMin) continue
    const tokens = sentence.tokens()
    const names = tokens.filter(
      (token) => token.start >= match.index && token.end <= match.index + name.length && isContent(token),
    )
    const token = tokens.find(({ start, number }) => start >= match.index + name.length && number?.value === value)
    const last = names.at(-1)
    const places = last ? index.placesOf(last.term.id, placesMax) : []
    if (!token || places.length === 0 || places.length > placesMax) continue
    const own = segmentsIn(places, index).filter((one) => names.every(({ term }) => one.own.has(term.key)))
    const [told, more] = own.filter((one) => valueIn(one) !== null)
    if (!told || more || valueIn(told) === value) continue
    const holders = holdersOf(value, index)
    const isOther = (one: Segment) =>
      !names.some(({ term }) => one.own.has(term.key) || one.inherited.has(term.key)) && areAlike(one, told)
    if (holders.length > 0 && holders.every(isOther) && told.source)
      return { type: 'source_contradiction', from: token, to: token, says: 'The source says', source: told.source }
  }
  return null
}

const segmentsIn = (places: readonly number[], index: SourceIndex) =>
  places.flatMap((place) => sourceSegments(index.sentence(place), index))

/** The segments of the sources with a value; none where many have it. */
function holdersOf(value: number, index: SourceIndex): Segment[] {
  const found: Segment[] = []
  for (let place = 0; place < index.size && found.length <= placesMax; place++) {
    const sentence = index.sentence(place)
    if (sentence.tokens.some(({ number }) => number?.value === value))
      found.push(
        ...sourceSegments(sentence, index).filter((one) => one.tokens.some(({ number }) => number?.value === value)),
      )
  }
  return found.length > placesMax ? [] : found
}

/** The only number of a segment of prose. */
function valueIn({ tokens, isRow }: Segment): number | null {
  const [only, more] = tokens.filter(({ kind }) => kind === 'number' || kind === 'date')
  return isRow || more || !only?.number ? null : only.number.value
}

/** Whether two segments have the same words besides names and values. */
function areAlike(one: Segment, other: Segment): boolean {
  const wordsOf = ({ tokens }: Segment) =>
    tokens.flatMap((token: Token) => (isContent(token) && !token.isCapital ? token.term.key : []))
  const words = wordsOf(one)
  return words.length > 0 && words.join(' ') === wordsOf(other).join(' ')
}
