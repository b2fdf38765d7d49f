import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import type { Token } from '../words/tokens'
import { areToldIn, isShortStatement, isTelling } from './context'
import { isVerb } from './deeds'
import type { Conflict } from './elsewhere'
import { isOfSpeaker, isStructured } from './misplaced-names'

const [wordsMax, contextMax, placesMax] = [20, 2, 40]
/** Tokens between a verb and what tells that it is still to come. */
const reach = 3
const quick =
  /\b(?:has|have|had|was|were|been|already|finished|completed) \p{Ll}+(?:ed|en|wn|ght|ade|ent|old|un|id|et|ut|ing)\b/u
const open =
  /\?|\b(?:if|unless|would|could|might|may|should|will|not|never|going to|plan(?:s|ned|ning)|soon|partly|being)\b/i
/** What tells in a source that it was done. */
const over = /\b(?:done|finished|completed)\b/i
const participle = /(?:ed|en|wn|ght|ade|ent|old|un|id|et|ut)$/
const done = /^(?:ha|has|have|had|wa|was|were|been|alread[iy]|finish|complet)$/
const toCome = /^(?:will|shall|should|to)$/
const helping = /^(?:will|shall|should|to|is|are|be|been|also|soon|then|still|now|not|it|them)$/
/** What is behind "to" is done by whom these tell. */
const realised = /^(?:manag|begin|begun|start|able|use|continu|help|have|has|ha|had|due)$/

/**
 * Finds told as done what the sources tell only as still to come or going on: "Yusuf has redrawn the map" for "Yusuf is redrawing the map". It is
 * weak: it may have been done since.
 */
export function stillToCome(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const { text } = sentence
  if (!quick.test(text) || !isShortStatement(sentence, wordsMax) || open.test(text)) return null
  const tokens = sentence.tokens()
  const at = tokens.findIndex((token, place) => isDone(token, tokens, place, text))
  const verb = tokens[at]
  if (!verb || negationsIn(tokens) > 0 || isOfSpeaker(tokens)) return null
  const rest = tokens.filter((token) => isTelling(token) && token !== verb && !done.test(token.term.key))
  const all = index.placesOf(verb.term.id, placesMax)
  if (rest.length === 0 || all.length === 0 || all.length > placesMax) return null
  const told = all
    .map((place) => index.sentence(place))
    .filter((source) => rest.some((token) => hasLike(source.tokens, token)))
  if (!told.every((source) => isOpen(source, verb))) return null
  const source = places()
    .map((place) => index.sentence(place))
    .find((one) => told.includes(one) && isPlain(one) && areToldIn(rest, one, index, contextMax))
  return source
    ? {
        type: 'source_contradiction',
        from: verb,
        to: verb,
        says: 'The source tells it as still to come:',
        source,
        isWeak: true,
      }
    : null
}

const isPlain = (source: SourceSentence) => source.isWhole && source.isStatement() && !isStructured(source.text)
const written = (text: string, { start, end }: Token) => text.slice(start, end)

/** Whether a verb tells what was done: "has redrawn", "was signed", "has finished redrawing". */
function isDone(token: Token, tokens: readonly Token[], at: number, text: string): boolean {
  const before = tokens[at - 1]?.term.key ?? ''
  if (!isVerb(token) || done.test(token.term.key) || !done.test(before)) return false
  return /^(?:finish|complet)$/.test(before) || participle.test(written(text, token))
}

/** Whether each time a sentence has a verb it tells it as to come or going on. */
function isOpen({ tokens, text, isWhole }: SourceSentence, { term }: Token): boolean {
  return (
    isWhole &&
    !over.test(text) &&
    tokens.every((token, at) => {
      if (token.term !== term) return true
      let first = at
      while (at - first < reach && helping.test(tokens[first - 1]?.term.key ?? '')) first--
      const [before, helpers] = [tokens[first - 1]?.term.key ?? '', tokens.slice(first, at)]
      const isGoingOn =
        written(text, token).endsWith('ing') && helpers.some(({ term: { key } }) => /^(?:is|are|be)$/.test(key))
      const isToCome = helpers.some(({ term: { key } }) => toCome.test(key)) && !realised.test(before)
      return isGoingOn || isToCome
    })
  )
}
