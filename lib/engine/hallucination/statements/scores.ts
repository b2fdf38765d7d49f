import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { stemOf } from '../text/stems'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { toldOf } from './comparisons'
import type { Conflict } from './elsewhere'
import { isName, isStructured } from './misplaced-names'

const stems = (words: string) => new Set(words.split(' ').map(stemOf))
const winning = stems('beat beats beaten defeat defeats defeated win wins won')
const losing = stems('lose loses lost')
/** What stands between the verb and the other side. */
const against = /^(?:to|against|over|by|with)$/
const being = /^(?:is|was|wa|were|are|been|be)$/

/** A quick check for any of the verbs. */
export const mayTellWinner = (text: string) =>
  ['beat', 'defeat', ' win', ' won', ' los'].some((part) => text.includes(part))

/** Where less is better, or another thing than the score decides. */
const otherwiseDecided =
  /\b(?:golf|strokes?|par|race[ds]?|laps?|seconds?|minutes?|times?|penalt(?:y|ies)|shoot-?out|aggregate|forfeit\w*|disqualif\w*|walkover|faults?|errors?)\b/i

interface Contest {
  verb: Token
  winner: readonly Token[]
  loser: readonly Token[]
}

/**
 * Finds who is said to have beaten whom where the sources give the other the higher score, or both the same: "Dunmore beat Harbour" for
 * "Harbour 3, Dunmore 1". Nothing is found where sentences differ, or where less is better.
 */
export function wrongWinner(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const tokens = sentence.tokens()
  if (negationsIn(tokens) > 0 || /\?|\b(?:if|would|could|might|may|can)\b/i.test(sentence.text)) return null
  const contest = contestIn(tokens, index)
  if (!contest) return wronglyWon(tokens, index)
  const { verb, winner, loser } = contest
  let found: SourceSentence | null = null
  for (const source of toldOf([winner[0] as Token], [], index)) {
    if (![...winner, ...loser].every(({ term }) => source.terms().has(term)) || isStructured(source.text)) continue
    // "Last year" they may have met as well.
    if (tokens.some((token) => token !== verb && isContent(token) && !source.terms().has(token.term))) return null
    const lead = leadOf(winner, loser, source)
    if (lead === null || lead > 0 || otherwiseDecided.test(source.text)) return null
    found ??= source
  }
  return (
    found && { type: 'source_contradiction', from: verb, to: verb, says: 'The source says otherwise:', source: found }
  )
}

const contests = stems('match game tie contest fixture final')

/** Finds "A won the match 3-1", with no other side, where the sources only tell that A was beaten so. */
function wronglyWon(tokens: readonly Token[], index: SourceIndex): Conflict | null {
  const at = tokens.findIndex(({ term, isCapital }) => !isCapital && winning.has(term.key))
  const verb = tokens[at]
  const side = verb && namesIn(tokens.slice(0, at), index, 0).at(-1)
  if (!side || at - tokens.indexOf(side.at(-1) as Token) > 1 || tokens.some(isBy)) return null
  const isIn = ({ tokens: others }: SourceSentence, name: readonly Token[]) =>
    name.every(({ term }) => others.some((token) => token.term === term))
  const behind = tokens.slice(at + 1).filter(isContent)
  if (behind.some((token) => !token.number && !contests.has(token.term.key))) return null
  let found: SourceSentence | null = null
  for (const source of toldOf([side[0] as Token], [], index)) {
    const told = contestIn(source.tokens, index)
    const isWinner = told?.winner.some(({ term }) => term === side.at(-1)?.term)
    const isLoser = told?.loser.some(({ term }) => term === side.at(-1)?.term)
    if (isWinner || (!told && source.tokens.some(({ term }) => winning.has(term.key)))) return null
    const isOfScore = behind.every((token) => !token.number || source.terms().has(token.term))
    if (isLoser && isOfScore && isIn(source, side)) found ??= source
  }
  return (
    found && { type: 'source_contradiction', from: verb, to: verb, says: 'The source says otherwise:', source: found }
  )
}

/** Who is said to have beaten whom: "A beat B", "A won against B", "A lost to B", "A was beaten by B". */
function contestIn(tokens: readonly Token[], index: SourceIndex): Contest | null {
  const isVerb = ({ term }: Token) => winning.has(term.key) || losing.has(term.key)
  const at = tokens.findIndex(isVerb)
  const verb = tokens[at]
  if (!verb || verb.isCapital || tokens.filter(isVerb).length > 1) return null
  const [left, right] = [namesIn(tokens.slice(0, at), index, 0), namesIn(tokens.slice(at + 1), index, at + 1)]
  const [one, other] = [left.at(-1), right[0]]
  if (
    !one ||
    !other ||
    at - tokens.indexOf(one.at(-1) as Token) > 2 ||
    one.some(({ term }) => other.some((name) => name.term === term))
  )
    return null
  const first = tokens.indexOf(other[0] as Token)
  const between = tokens.slice(at + 1, first)
  if (!between.every(({ term }) => term.key === 'the') && !between.some(({ term }) => against.test(term.key)))
    return null
  const isPassive = being.test(tokens[at - 1]?.term.key ?? '') && between.some(isBy)
  const isWinner = winning.has(verb.term.key) !== isPassive
  return isWinner ? { verb, winner: one, loser: other } : { verb, winner: other, loser: one }
}

const isBy = ({ term }: Token) => term.key === 'by'

/** The names of some tokens, each of one or several in a row. */
function namesIn(tokens: readonly Token[], index: SourceIndex, from: number): Token[][] {
  const names: Token[][] = []
  let last: Token | undefined
  for (const [at, token] of tokens.entries()) {
    const isNamed = isName(token, at + from, index) || (at + from === 0 && isNameFirst(token, tokens[1], index))
    if (!isNamed) continue
    if (last && token.start - last.end <= 1) names.at(-1)?.push(token)
    else names.push([token])
    last = token
  }
  return names
}

/** Whether the first word of a sentence belongs to the name behind it: "Stanley" of "Stanley Vale". */
const isNameFirst = (token: Token, next: Token | undefined, index: SourceIndex) =>
  isContent(token) && index.has(token.term.id) && next?.isCapital === true

/** What a score counts. */
const counted = /^(?:vot|point|goal|run|set|frame|game|leg|mark|try)/
/** What stands before a number that is no score: a year, an age, a place. */
const noScore = /^(?:in|at|on|of|since|by|from|to|for|about|than|number|no|rank|place|is|are|was|wa|were|aged)$/

/** Returns by how much a sentence gives the first side the higher score: "A 3, B 1", "A got 3 votes and B 1"; null if it tells no scores. */
function leadOf(winner: readonly Token[], loser: readonly Token[], { tokens }: SourceSentence): number | null {
  const placeOf = (name: readonly Token[]) => tokens.findIndex(({ term }) => term === name.at(-1)?.term)
  const [own, theirs] = [placeOf(winner), placeOf(loser)]
  const [one, other, more] = tokens.flatMap(({ number }, at) =>
    number && at > Math.min(own, theirs) ? { number, at } : [],
  )
  if (!one || !other || more || one.number.unit !== other.number.unit) return null
  if (one.number.unit !== null && one.number.unit !== '%') return null
  const isScore = ({ at }: { at: number }) => {
    const next = tokens[at + 1]
    const isOfNoun = next !== undefined && isContent(next) && !next.isCapital && !counted.test(next.term.key)
    return !isOfNoun && !noScore.test(tokens[at - 1]?.term.key ?? '')
  }
  if (!isScore(one) || !isScore(other)) return null
  const isInTurns = (first: number, second: number) => first < one.at && one.at < second && second < other.at
  const lead = one.number.value - other.number.value
  if (isInTurns(own, theirs)) return lead
  return isInTurns(theirs, own) ? -lead : null
}
