import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import type { SourceReading } from '../sources/source-reading'
import { stemOf } from '../text/stems'
import { isNegation } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { BY } from '../words/traits'
import { areToldIn, isShortStatement, isTelling } from './context'
import { deedAt, helpersOf } from './deeds'
import type { Conflict } from './elsewhere'

/** Words of a plain statement, sentences that a turn may have, and those before one that tell what it is about. */
const [wordsMax, turnMax, contextMax] = [24, 3, 3]
/** Sentences with a verb, turns of a speaker, words of what someone says, and the share of it that whoever says it has. */
const [verbMax, turnsMax, saidMin, saidShare] = [12, 60, 2, 0.5]
/** The name before what someone says in a chat, "[09:02] Priya: ", "**Agent:** ". */
const label =
  /[^\p{L}\d\n]{0,3}(?:\d{1,2}:\d\d(?::\d\d)?[^\p{L}\d\n]{1,3})?(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)(?: \([^)\n]{1,20}\))?(?:\*\*)?:(?:\*\*)?\s/uy
const open = /\?|\b(?:if|unless|would|could|might|not only|both|also|too[.,!]|as well|or)(?!\p{L})/iu
const saying = new Set(
  'say think believe fear claim report mention note point add complain suggest warn find ask explain announce'
    .split(' ')
    .map(stemOf),
)
const agreeing = /:\W*\s(?:yes|yeah|yep|ok|okay|right|true|agreed|exactly|same|sure|indeed|i agree|good point|\+1)\b/i
const [first, hypothetical, toCome] = [/^i(?:['’](?!d)|$)/, /^(?:can|may|should|must|shall)$/, /^(?:will|to)$/]

/** The terms of the names before the turns of a chat; none unless two speak, and someone of themselves. */
export function speakersIn(grounding: string, { index, vocabulary }: SourceReading): ReadonlySet<number> {
  if (!['i', "i'm", "i'll", "i've"].some((word) => index().has(vocabulary.term(word).id))) return new Set()
  const names = new Set(labelsIn(grounding).map(({ name }) => name))
  return new Set(names.size > 1 ? [...names].flatMap(keysOf).map((key) => vocabulary.term(key).id) : [])
}

/** Whether a sentence begins with a name of a chat, behind an article, or has "by": tells without its tokens. */
export function mayBeOfSpeaker({ table, from, to, traits }: ReadSentence, speakers: ReadonlySet<number>): boolean {
  if ((traits & BY) !== 0) return speakers.size > 0
  return speakers.size > 0 && [from, from + 1].some((at) => at < to && speakers.has(table.term(at)))
}

/** The names before turns, each at the start of a line. */
function labelsIn(text: string): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = []
  for (let at = 0; at >= 0 && at < text.length; ) {
    label.lastIndex = at
    const name = label.exec(text)?.[1]
    if (name) found.push({ name, at })
    at = text.indexOf('\n', at) + 1 || -1
  }
  return found
}

const keysOf = (name: string) => name.toLowerCase().split(' ').map(stemOf)

/**
 * Finds what one speaker of a chat did or said as told of another who speaks there, too: "Lena restarted the server" for "Tom: I restarted the
 * server".
 */
export function ofOtherSpeaker(
  sentence: ReadSentence,
  places: () => readonly number[],
  speakers: ReadonlySet<number>,
  index: SourceIndex,
): Conflict | null {
  const { text } = sentence
  if (!isShortStatement(sentence, wordsMax) || open.test(text)) return null
  const tokens = sentence.tokens()
  for (let at = 1; at < tokens.length; at++) {
    const verb = tokens[at] as Token
    if (!isContent(verb) || verb.isCapital) continue
    const deed = deedAt(tokens, at, text)
    if (!deed || deed.isDenied || !deed.doer.every(({ term }) => speakers.has(term.id))) continue
    const rest = tokens.filter((token) => isTelling(token) && token !== verb && !deed.doer.includes(token))
    const said = rest.filter(({ start }) => start > verb.start)
    const isSaid = saying.has(verb.term.key) && said.length === rest.length && said.length >= saidMin
    const source =
      (isSaid ? sourceSaidBy(said, deed.doer, places(), index) : null) ??
      (rest.length > 0 ? sourceDoneBy({ verb, rest, helpers: helpersOf(tokens, at) }, deed.doer, index) : null)
    const [from, to] = [deed.doer[0], deed.doer.at(-1)]
    if (source && from && to)
      return { type: 'source_contradiction', from, to, says: 'The source has this of another:', source }
  }
  return null
}

/** The sentence in which another speaker says of themselves that they did something, of which whoever is named tells nothing. */
function sourceDoneBy(
  { verb, rest, helpers }: { verb: Token; rest: readonly Token[]; helpers: readonly Token[] },
  doer: readonly Token[],
  index: SourceIndex,
): SourceSentence | null {
  const places = index.placesOf(verb.term.id, verbMax)
  if (places.length > verbMax) return null
  const sources = places.map((place) => index.sentence(place))
  if (sources.some((source) => isBy(source, doer, index))) return null
  const done = sources.filter((source) => isDone(source, { verb, rest, helpers }, index))
  return done.every((source) => speakerOf(source, index)) ? (done[0] ?? null) : null
}

/** Whether the one who speaks did all that, or will do it. */
function isDone(
  source: SourceSentence,
  { verb, rest, helpers }: { verb: Token; rest: readonly Token[]; helpers: readonly Token[] },
  index: SourceIndex,
): boolean {
  const { tokens } = source
  const at = tokens.findIndex(({ term }) => term === verb.term)
  const theirs = helpersOf(tokens, at)
  const before = tokens[at - theirs.length - 1]
  const has = (some: readonly Token[], words: RegExp) => some.some(({ term }) => words.test(term.key))
  if (!source.isStatement() || !before || !first.test(before.term.key)) return false
  if (theirs.some(isNegation) || has(theirs, hypothetical) || (has(theirs, toCome) && !has(helpers, toCome)))
    return false
  const isNear = rest.some((token) => hasLike(tokens, token)) || has(tokens.slice(at), /^(?:it|them|that)$/)
  return isNear && areToldIn(rest, source, index, contextMax)
}

/** The sentence in which another says all of some words, of which whoever is named says less than half. */
function sourceSaidBy(
  said: readonly Token[],
  doer: readonly Token[],
  places: readonly number[],
  index: SourceIndex,
): SourceSentence | null {
  const source = places
    .map((place) => index.sentence(place))
    .find((one) => said.every((token) => hasLike(one.tokens, token)) && speakerOf(one, index))
  if (!source || isBy(source, doer, index)) return null
  const own = turnsOf(doer, index)
  const shared = said.filter((token) => own.some((turn) => hasLike(turn.tokens, token)))
  return own.length === 0 || shared.length >= saidShare * said.length || own.some(({ text }) => agreeing.test(text))
    ? null
    : source
}

/** Whether a sentence names someone, or is of a turn of theirs. */
function isBy(source: SourceSentence, name: readonly Token[], index: SourceIndex): boolean {
  const speaker = speakerOf(source, index)
  return name.some((word) => hasLike(source.tokens, word) || speaker?.includes(word.term.key))
}

/** The sentences of the turns of a speaker. */
function turnsOf([name]: readonly Token[], index: SourceIndex): SourceSentence[] {
  if (!name) return []
  return index.placesOf(name.term.id, turnsMax).flatMap((place) => {
    const turn: SourceSentence[] = []
    for (let at = place; at < Math.min(place + turnMax, index.size); at++) {
      const one = index.sentence(at)
      if (!speakerOf(one, index)?.includes(name.term.key)) break
      turn.push(one)
    }
    return turn
  })
}

/** The words of the name before the turn of a sentence. */
function speakerOf(source: SourceSentence, index: SourceIndex): readonly string[] | null {
  for (let place = source.place; place >= Math.max(0, source.place - turnMax); place--) {
    const { text, isWhole } = index.sentence(place)
    if (!isWhole) return null
    const named = labelsIn(text).at(-1)
    // One who speaks after it, in a text without full stops.
    if (named && place === source.place && named.at > 0) return null
    if (named) return keysOf(named.name)
  }
  return null
}
