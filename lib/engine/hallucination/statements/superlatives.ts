import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { superlatives } from '../words/turning'
import { toldOf } from './comparisons'
import type { Conflict } from './elsewhere'
import { countOf, difference, type Measure, type Measured, measuredIn, measuresOf, valuesIn } from './measures'
import { isName } from './misplaced-names'

const superlative = new RegExp(`(?:^| )[Tt]he (?:${superlatives})\\b`)
const [most, least] = [/^most$/, /^(?:least|fewest)$/]
const extreme = /^(?:high|low)est$/
const copula = /^(?:is|are|was|were|wa|the|a|an|has|have|had)$/
/** Source sentences that may tell of a rival. */
const rivalsMax = 200
/** Words of what something is the greatest of, and before what is counted. */
const [scopeMax, verbsMax] = [3, 2]

/** Whether a text has the superlative of an adjective that is known here. */
export function hasSuperlative(text: string): boolean {
  return superlative.test(text)
}

/**
 * Finds "A is the longest of the three" where the sources give one such measure to A, and more of it to another. Where what it is the greatest
 * of is not told of the other, it is weak, unless it is of as many things as the sources give the measure to.
 */
export function wronglyGreatest(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const said = claimIn(sentence, index)
  if (!said) return null
  const own = said.names.filter((_, at) => !isShared(said.names, at, index))
  const claim = { ...said, names: own.length > 0 ? own : said.names }
  const told = toldOf(claim.names, [], index)
  for (const measure of claim.measures) {
    const mine = claim.counted.length > 0 ? countedIn(claim, told) : measuredIn(measure, told)
    if (!mine || (!mine.isLiteral && measure.unit !== null)) continue
    const rival = rivalOf(mine, measure, claim, index)
    if (!rival) return null
    const terms = rival.source.terms()
    const isOnlyKind = () => isAlone(claim.names, mine.source) && isNameAlone(rival.source, index)
    const isOfScope = claim.scope.every(({ term }) => terms.has(term) || (!index.has(term.id) && isOnlyKind()))
    const isWeak = !isOfScope && claim.count !== thingsWith(measure, index).size
    const { word } = claim
    return {
      type: 'source_contradiction',
      from: word,
      to: word,
      says: 'The source says otherwise:',
      source: rival.source,
      isWeak,
    }
  }
  return null
}

interface Claim {
  word: Token
  names: readonly Token[]
  /** What the superlative of an adjective may measure, or how much there is of what is counted. */
  measures: readonly Measure[]
  /** The words for what is counted, and what is done with it. */
  counted: readonly Token[]
  /** What it is the greatest of, and of how many where that is told. */
  scope: readonly Token[]
  count: number | null
  /** All words of the sentence. */
  said: readonly Token[]
}

/** Reads a sentence that says of one named thing that it is the greatest, and nothing else. */
function claimIn(sentence: ReadSentence, index: SourceIndex): Claim | null {
  if (!superlative.test(sentence.text)) return null
  const tokens = turned(sentence.tokens())
  if (tokens.some(({ date }) => date) || negationsIn(tokens) > 0) return null
  const at = tokens.findIndex(
    ({ term: { key }, isCapital }) =>
      !isCapital && (most.test(key) || least.test(key) || (key.endsWith('st') && measuresOf(key).length > 0)),
  )
  const word = tokens[at]
  if (!word || tokens[at - 1]?.term.key !== 'the') return null
  const isNamed = (token: Token) => isName(token, token.start, index)
  const names = tokens.slice(0, at).filter(isNamed)
  const verbs = tokens.slice(0, at).filter((token) => isContent(token) && !isNamed(token))
  if (names.length === 0) return null
  const isMost = most.test(word.term.key)
  if (isMost || least.test(word.term.key)) {
    const [next, ...after] = tokens.slice(at + 1)
    if (!next || !isContent(next)) return null
    // "The most expensive" and "the least expensive".
    const measures = measuresOf(next.term.key).map((each) => ({ ...each, isMore: each.isMore === isMost }))
    if (measures.length > 0) return ofAdjective(measures, after)
    const rest = after.filter(isContent)
    if (rest.length > 0 || verbs.length > verbsMax) return null
    const isOther = (token: Token) => !names.some(({ term }) => term === token.term)
    return {
      word,
      names,
      measures: [{ unit: null, of: null, isMore: isMost }],
      counted: [...verbs, next].filter(isOther),
      scope: [],
      count: null,
      said: tokens,
    }
  }
  // "A scored the highest" tells of the number that its verb has.
  if (
    verbs.length === 1 &&
    verbs[0] === tokens[at - 2] &&
    extreme.test(word.term.key) &&
    !tokens.slice(at + 1).some(isContent)
  ) {
    const measure = { unit: null, of: null, isMore: word.term.key === 'highest' }
    return { word, names, measures: [measure], counted: verbs, scope: [], count: null, said: tokens }
  }
  return ofAdjective(measuresOf(word.term.key), tokens.slice(at + 1))

  function ofAdjective(measures: readonly Measure[], after: readonly Token[]): Claim | null {
    const before = tokens.slice(0, at).at(-2)
    if (!before || !copula.test(before.term.key)) return null
    // "The longest bridge of the three": the word beside it is what they all are.
    const scope = after.filter((token) => isContent(token) && token.kind === 'word')
    const [number, more] = after.flatMap((token) => token.number ?? [])
    if (scope.length > scopeMax || more || (number && number.value > 100)) return null
    const count = number?.value ?? null
    return { word: tokens[at] as Token, names, measures, counted: [], scope, count, said: tokens }
  }
}

/** Puts the subject first: "the cheapest plan is A", "it was A that won", and "of the four plans, A is the cheapest". */
function turned(tokens: readonly Token[]): readonly Token[] {
  const [first, article] = tokens
  if (first?.term.key === 'it' && being.test(article?.term.key ?? '')) {
    const who = tokens.findIndex(({ term }) => term.key === 'that' || term.key === 'who')
    return who < 0 ? tokens : [...tokens.slice(2, who), ...tokens.slice(who + 1)]
  }
  if (first?.term.key === 'of' && (article?.term.key === 'the' || article?.term.key === 'all')) {
    const subject = tokens.findIndex(({ isCapital }, at) => at > 0 && isCapital)
    const from = tokens[subject - 1]?.term.key === 'the' ? subject - 1 : subject
    return from < 2 ? tokens : [...tokens.slice(from), ...tokens.slice(0, from)]
  }
  const copulaAt = tokens.findIndex(({ term }) => being.test(term.key))
  if (
    first?.term.key !== 'the' ||
    copulaAt < 2 ||
    tokens.slice(0, copulaAt).some(({ isCapital, start }) => isCapital && start > 0)
  )
    return tokens
  const [copula, ...subject] = tokens.slice(copulaAt)
  return copula ? [...subject, copula, ...tokens.slice(0, copulaAt)] : tokens
}

const being = /^(?:is|are|was|were|wa)$/

/** Returns a value of another thing that is beyond one's own, told in the same words or with a word for the same measure. */
function rivalOf(mine: Measured, { unit, of, isMore }: Measure, claim: Claim, index: SourceIndex): Measured | null {
  const { names, counted } = claim
  const size = Math.min(index.size, rivalsMax)
  for (let place = 0; place < size; place++) {
    const source = index.sentence(place)
    const terms = source.terms()
    if (names.some(({ term }) => terms.has(term))) continue
    const isNamed = source.tokens.some((token, at) => isName(token, at, index))
    const [rival, more] =
      counted.length > 0 ? [countedIn(claim, [source])] : isNamed ? valuesIn({ unit, of, isMore }, source) : []
    if (!isNamed || !rival || more) continue
    const mustBeAlike = counted.length > 0 || !(rival.isLiteral && mine.isLiteral)
    if (mustBeAlike && !isToldAlike(mine.source, source, counted)) continue
    if (!arePerOne(mine.source, source)) continue
    const over = difference(rival, mine)
    if (over !== null && over !== 0 && over > 0 === isMore) return rival
  }
  return null
}

/** Whether two values are paid or done for the same, which one sentence may name elsewhere: "a night at A costs $40". */
function arePerOne(one: SourceSentence, other: SourceSentence): boolean {
  const [own, theirs] = [perOf(one), perOf(other)]
  const has = ({ tokens }: SourceSentence, key: string) => tokens.some(({ term }) => term.key === key)
  if (own !== undefined && theirs !== undefined) return own === theirs
  return own === undefined ? theirs === undefined || has(one, theirs) : has(other, own)
}

/** What the first value of a sentence is paid or done for: the month of "$31 a month". */
function perOf({ tokens }: SourceSentence): string | undefined {
  const at = tokens.findIndex(({ number }) => number !== undefined)
  return per.test(tokens[at + 1]?.term.key ?? '') ? tokens[at + 2]?.term.key : undefined
}

const per = /^(?:a|an|per|each|every)$/

/** Whether other things share a part of a name, as "Mount" of "Mount Kara" or "Bank" of "Alder Bank" where there is another. */
function isShared(names: readonly Token[], at: number, index: SourceIndex): boolean {
  const [before, name, next] = [names[at - 1], names[at], names[at + 1]]
  if (!name) return false
  const isOther = (own: Token | undefined, other: Token | undefined) =>
    own !== undefined && other?.isCapital === true && isContent(other) && other.term !== own.term
  return index.placesOf(name.term.id).some((place) => {
    const { tokens } = index.sentence(place)
    return tokens.some(
      ({ term }, each) => term === name.term && (isOther(next, tokens[each + 1]) || isOther(before, tokens[each - 1])),
    )
  })
}

/** Verbs that say no more than that something has so many. */
const light = /^(?:come|go|went|belong|fall|total|reach)$/

/** How much of what is counted the sentences tell of, also with such a verb where they have no other words than the claim. */
function countedIn({ counted, said, names }: Claim, told: readonly SourceSentence[]): Measured | null {
  const found = countOf(counted, told)
  const noun = counted.at(-1)
  if (found || counted.length < 2 || !noun) return found
  const terms = new Set([...said, ...names].map(({ term }) => term))
  const isPlain = ({ tokens }: SourceSentence) =>
    tokens.every((token) => !isContent(token) || token.isCapital || terms.has(token.term) || light.test(token.term.key))
  return countOf([noun], told.filter(isPlain))
}

/** Whether the names stand in a sentence without a noun for what they are: "Ashby", not "the Arden bridge". */
function isAlone(names: readonly Token[], { tokens }: SourceSentence): boolean {
  return tokens.every((token, at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    const isNoun = after !== undefined && isContent(after) && !after.isCapital && before?.term.key === 'the'
    return !isNoun || !names.some(({ term }) => term === token.term)
  })
}

function isNameAlone(source: SourceSentence, index: SourceIndex): boolean {
  return isAlone(
    source.tokens.filter((token, at) => isName(token, at, index)),
    source,
  )
}

/** The names of the things to which the sources give one value of a measure. */
function thingsWith(measure: Measure, index: SourceIndex): Set<string> {
  const things = new Set<string>()
  for (let place = 0; place < Math.min(index.size, rivalsMax); place++) {
    const source = index.sentence(place)
    const names = source.tokens.filter((token, at) => isName(token, at, index))
    if (names.length > 0 && valuesIn(measure, source).length === 1)
      things.add(names.map(({ term }) => term.key).join(' '))
  }
  return things
}

/** Whether two sentences say the same of different names, with other values. One may have another verb for what is counted. */
function isToldAlike(one: SourceSentence, other: SourceSentence, counted: readonly Token[]): boolean {
  const isVerb = ({ term }: Token) =>
    counted.length > 1 && (light.test(term.key) || counted.some((word) => word.term === term))
  const isTold = (own: SourceSentence, terms: ReturnType<SourceSentence['terms']>) =>
    own.tokens.every(
      (token) =>
        token.isCapital || token.kind === 'number' || !isContent(token) || terms.has(token.term) || isVerb(token),
    )
  return isTold(one, other.terms()) && isTold(other, one.terms()) && monthsIn(one) === monthsIn(other)
}

/** The dates and months of a sentence. */
function monthsIn({ tokens }: SourceSentence): string {
  return tokens
    .flatMap(({ term, kind, isCapital }, at) =>
      kind === 'date' || (isCapital && at > 0 && month.test(term.key)) ? term.key : [],
    )
    .join()
}

const month =
  /^(?:jan(?:uar[yi])?|feb(?:ruar[yi])?|mar(?:ch)?|apr(?:il)?|may|june?|jul[yi]?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/
