import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { stemOf } from '../text/stems'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

/** Labels of lists, of which each thing has one. */
const groups = [
  'required mandatory compulsory|optional desirable preferred',
  'added|removed|deprecated',
  'done completed finished closed resolved|open pending planned blocked',
  'approved accepted|rejected declined denied refused|postponed deferred',
  'included|excluded',
  'passed|failed|skipped',
  'allowed permitted|forbidden prohibited',
  'present attended|absent excused missed',
  'common frequent|uncommon occasional|rare',
].map((group) => group.split('|').map((side) => side.split(' ').map(stemOf)))
const label = /^\s*(?:[-*•]\s+|\*\*|#+\s+)?(\p{Lu}\p{Ll}+)(?: \([^)]{1,60}\))?(?:\*\*)?:(?:\*\*)?\s/u
const being = /^(?:is|was|wa|were|are|been|be)$/
/** Verbs that say what a label does. */
const attending = /^(?:attend|miss)$/
/** Sentences that tell of one subject, and what they tell of a case only. */
const toldMax = 40
const conditional = /^\s*(?:if|when)\b/i

/**
 * Finds "X is required" said of what the sources list under the label "Desirable:", and not under "Required:". Nothing is found where another
 * sentence tells of both words.
 */
export function underOtherLabel(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const tokens = sentence.tokens()
  if (negationsIn(tokens) > 0 || /\?|\b(?:if|once|unless|until|only|will|would|to be)\b/i.test(sentence.text))
    return null
  const isTold = (at: number) => isBehindBeing(tokens, at) || attending.test(tokens[at]?.term.key ?? '')
  const at = tokens.findIndex((token, place) => place > 0 && isTold(place) && sidesOf(token).length > 0)
  const told = tokens[at]
  if (!told) return null
  const subject = tokens.slice(0, at).filter(isContent)
  const [first] = subject
  const places = first ? index.placesOf(first.term.id, toldMax) : []
  if (!first || places.length > toldMax) return null
  const sources = places
    .map((place) => index.sentence(place))
    .filter((source) => subject.every(({ term }) => source.terms().has(term)) && !conditional.test(source.text))
  const source = sources.find((one) => isLabelledOtherwise(one, told))
  const isOther = (one: SourceSentence) =>
    !one.terms().has(told.term) && label.test(one.text) && !isLabelledAs(one, told)
  if (!source || !sources.every(isOther)) return null
  return { type: 'source_contradiction', from: told, to: told, says: 'The source says otherwise:', source }
}

/** Whether "is" stands directly before a word, or before its article. */
function isBehindBeing(tokens: readonly Token[], at: number): boolean {
  const before = /^an?$/.test(tokens[at - 1]?.term.key ?? '') ? at - 2 : at - 1
  return being.test(tokens[before]?.term.key ?? '')
}

function sidesOf({ term: { key } }: Token): { group: number; side: number }[] {
  return groups.flatMap((sides, group) =>
    sides.flatMap((side, place) => (side.includes(key) ? { group, side: place } : [])),
  )
}

/** Whether the label of a sentence excludes a word, or says the same. */
const isLabelledOtherwise = (source: SourceSentence, told: Token) => isLabelledBeside(source, told, false)
const isLabelledAs = (source: SourceSentence, told: Token) => isLabelledBeside(source, told, true)
function isLabelledBeside({ text, tokens: [first] }: SourceSentence, told: Token, isSame: boolean): boolean {
  if (!first || !label.test(text)) return false
  return sidesOf(first).some(({ group, side }) =>
    sidesOf(told).some((own) => own.group === group && (own.side === side) === isSame),
  )
}

/**
 * Finds a count told of the thing with one label that the sources give to another: "three integration tests failed" for "Unit: 1,204 passed, 3
 * failed. Integration: 96 passed, 0 failed".
 */
export function countedUnderOtherLabel(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const tokens = sentence.tokens()
  const [value, more] = tokens.filter(({ number, date }) => number || date)
  if (!value?.number || value.number.unit !== null || more || negationsIn(tokens) > 0) return null
  for (const named of tokens) {
    if (named === value || !isContent(named)) continue
    const own = index
      .placesOf(named.term.id)
      .slice(0, toldMax)
      .map((place) => index.sentence(place))
      .find((source) => isLabelled(source, named))
    if (!own) continue
    for (const counted of tokens) {
      if (counted === named || counted === value || !isContent(counted)) continue
      const count = countOf(own, counted)
      if (count === null || count === value.number.value) continue
      const isOfOther = index
        .placesOf(counted.term.id)
        .slice(0, toldMax)
        .some((place) => {
          const source = index.sentence(place)
          return (
            label.test(source.text) && !isLabelled(source, named) && countOf(source, counted) === value.number?.value
          )
        })
      if (isOfOther) return { type: 'unsupported_number', from: value, to: value, says: 'The source says', source: own }
    }
  }
  return null
}

const isLabelled = ({ text, tokens }: SourceSentence, { term }: Token) => label.test(text) && tokens[0]?.term === term

/** The only number directly before a word of a sentence. */
function countOf({ tokens }: SourceSentence, { term }: Token): number | null {
  const counts = tokens.flatMap((token, at) => (token.term === term ? (tokens[at - 1]?.number ?? []) : []))
  const [only, more] = counts
  return only && !more && only.unit === null ? only.value : null
}
