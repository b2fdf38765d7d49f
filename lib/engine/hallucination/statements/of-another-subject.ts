import { smallCount } from '../numbers/quantities'
import { isEquivalent, tokensMax } from '../sources/alignment'
import { type Form, isCode } from '../sources/form'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { isComparing, negationsIn } from '../words/quantifiers'
import type { Token } from '../words/tokens'
import type { Conflict } from './elsewhere'
import { typeOfValue } from './invented-values'
import { isName } from './misplaced-names'

/** Sentences with a value, and with a name, that are compared. */
const [withValueMax, withNameMax] = [3, 60]
/** What a sentence says besides its names and values. */
const wordsMin = 2

/**
 * Finds a value that the sources tell only of another subject than the sentence names, where two of their sentences have the same form: one
 * with the value and its subject, one with the named subject and its own value. "Beech was laid out in 1904. Otter was laid out in 1898."
 */
export function ofAnotherSubject(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  if (sentence.to - sentence.from > tokensMax || !mayName(sentence)) return null
  const tokens = sentence.tokens()
  if (tokens.some(isComparing)) return null
  // "PX" of "PX-11873" names nothing.
  const names = tokens.filter((token, at) => isName(token, at, index) && sentence.text.charAt(token.end) !== '-')
  if (names.length === 0 || negationsIn(tokens) > 0) return null
  for (const value of tokens) {
    if (!isTelling(value) || !index.has(value.term.id)) continue
    const holders = holdersOf(value, sentence, index)
    if (holders.length === 0 || holders.length > withValueMax) continue
    const subject = names.find((name) => name !== value && !holders.some((holder) => holder.terms().has(name.term)))
    if (!subject) continue
    const own = index.placesOf(subject.term.id, withNameMax)
    if (own.length > withNameMax) continue
    const theirs = own.map((place) => index.sentence(place))
    // "Corran dates from 1991, Halden from 1974" names the subject of the value, too.
    const namesTold = (holder: SourceSentence) =>
      names.some(
        ({ term }) => term !== value.term && holder.terms().has(term) && theirs.some((one) => !one.terms().has(term)),
      )
    if (holders.some(namesTold)) continue
    const source =
      theirs.find((one) => holders.some((holder) => areParallel(holder, value, one, subject))) ??
      holders.find((holder) => areAlike(holder, value, theirs, subject, index))
    if (source)
      return { type: typeOf(value), from: value, to: value, says: 'The source says this of something else:', source }
  }
  return null
}

/** Whether a sentence has a word with a capital besides its first, which is much cheaper to tell than by its tokens. */
function mayName({ table, from, to }: ReadSentence): boolean {
  for (let at = from + 1; at < to; at++) if (table.isCapital(at) && table.isContent(at)) return true
  return false
}

/** Whether a value tells which subject it is of: no small count. */
function isTelling(token: Token): boolean {
  const { number, date, kind } = token
  if (number) return number.value > smallCount || number.step < 1 || number.unit === 'clock'
  return date !== undefined || kind === 'link' || isCode(token)
}

function typeOf(value: Token): Conflict['type'] {
  return value.number || value.date ? typeOfValue(value) : 'source_contradiction'
}

/** Returns the sentences of the sources with the value, in its unit or without one. */
function holdersOf(value: Token, { text }: ReadSentence, index: SourceIndex): SourceSentence[] {
  const written = value.kind === 'link' ? text.slice(value.start, value.end) : null
  return index
    .placesOf(value.term.id)
    .map((place) => index.sentence(place))
    .filter((one) => written === null || one.text.includes(written))
}

/** Whether two sentences have one form, in which one has the subject where the other has another, and another value. */
function areParallel(holder: SourceSentence, value: Token, other: SourceSentence, subject: Token): boolean {
  const [one, two] = [holder.form(), other.form()]
  if (one.form !== two.form || one.words < wordsMin) return false
  const slot = slotOf(two, subject)
  const place = one.slots.findIndex((run) =>
    run.some((token) => token.kind === value.kind && isEquivalent(value, token)),
  )
  const [there, rival] = [one.slots[slot]?.[0], two.slots[place]?.[0]]
  if (there === undefined || rival === undefined || slot === place) return false
  return value.kind === 'link'
    ? writtenIn(holder, value.kind) !== writtenIn(other, value.kind)
    : !isEquivalent(value, rival)
}

/** The links of a sentence as they are written. */
function writtenIn({ text, tokens }: SourceSentence, kind: Token['kind']): string {
  return tokens.flatMap((token) => (token.kind === kind ? text.slice(token.start, token.end) : [])).join(' ')
}

const slotOf = ({ slots }: Form, name: Token) => slots.findIndex((run) => run.some(({ term }) => term === name.term))

/** Whether both subjects are told of in one form somewhere, and each has one value of this unit. */
function areAlike(
  holder: SourceSentence,
  value: Token,
  own: readonly SourceSentence[],
  subject: Token,
  index: SourceIndex,
): boolean {
  const unit = value.number?.unit
  if (!unit) return false
  if (!isMeasuredOnce(own, unit)) return false
  return holder.tokens.some((name, at) => {
    if (!isName(name, at, index)) return false
    const places = index.placesOf(name.term.id, withNameMax)
    if (places.length > withNameMax) return false
    const theirs = places.map((place) => index.sentence(place))
    if (!isMeasuredOnce(theirs, unit)) return false
    return theirs.some(
      (one) =>
        !one.terms().has(subject.term) &&
        own.some((other) => {
          const [form, same] = [one.form(), other.form()]
          return (
            form.form === same.form &&
            form.words >= wordsMin &&
            slotOf(form, name) >= 0 &&
            slotOf(form, name) === slotOf(same, subject)
          )
        }),
    )
  })
}

/** Whether there is one value of a unit among all sentences. */
function isMeasuredOnce(sentences: readonly SourceSentence[], unit: string): boolean {
  let count = 0
  for (const { tokens } of sentences)
    for (const { number } of tokens) if (number?.unit === unit && ++count > 1) return false
  return count === 1
}
