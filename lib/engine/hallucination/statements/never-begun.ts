import type { ReadSentence } from '../sources/read-prose'
import type { SourceIndex } from '../sources/source-index'
import { stemOf } from '../text/stems'
import { negationsIn } from '../words/quantifiers'
import { isContent } from '../words/tokens'
import type { Conflict } from './elsewhere'

/** What only happens to something that was begun. */
const ended = new Set('passed succeeded successful finished completed complete failed ended'.split(' ').map(stemOf))
/** What denies that something was begun. */
const notBegun =
  /\b(?:not|never|n['’]t)(?: yet)?(?: been)? (?:run|started?|executed?|begun|begin|performed|launched|attempted|triggered)\b|\b(?:was|were|been) skipped\b/i
const open = /\?|\b(?:if|once|when|until|unless|before|would|could|should|will|may|might|can)\b/i
/** Sentences that tell of one thing. */
const toldMax = 40

/** A quick check for any of the verbs. */
export const mayTellEnd = (text: string) => /\b(?:pass|succe|finish|complet|fail|ended)/i.test(text)

/**
 * Finds that something passed, failed or ended which the sources only tell was not run or begun: "All browser tests passed" for "Browser tests
 * were not run".
 */
export function endedUnbegun(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const tokens = sentence.tokens()
  const at = tokens.findIndex(({ term }) => ended.has(term.key))
  const verb = tokens[at]
  if (!verb || negationsIn(tokens) > 0 || open.test(sentence.text)) return null
  const subject = tokens.filter((token) => token !== verb && isContent(token))
  const [first] = subject
  const places = first ? index.placesOf(first.term.id, toldMax) : []
  if (!first || subject.length > 4 || places.length > toldMax) return null
  const told = places
    .map((place) => index.sentence(place))
    .filter((source) => subject.every(({ term }) => source.terms().has(term)))
  const [source] = told
  if (!source || !told.every(({ text }) => notBegun.test(text) && !open.test(text))) return null
  return { type: 'source_contradiction', from: verb, to: verb, says: 'The source says otherwise:', source }
}
