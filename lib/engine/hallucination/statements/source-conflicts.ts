import { lazily } from '../../lazily'
import { claimSpan, type HallucinationFinding, quoting } from '../finding'
import type { Material } from '../material'
import { mayHaveMinus } from '../numbers/signs'
import { type Alignment, alignmentsOf, candidatesOf, isDense, isEquivalent } from '../sources/alignment'
import type { IsUnsupported } from '../sources/derived-values'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import type { SourceReading } from '../sources/source-reading'
import { endOfRun, LETTER } from '../text/characters'
import { normalise } from '../text/plain-text'
import { isQuotation, sayingIn } from '../text/quotations'
import { oppositesOf } from '../words/opposites'
import { deniesOfMost, excepts, negationsIn } from '../words/quantifiers'
import type { Token } from '../words/tokens'
import { CAUSE, ORDER, PART, RESULT, SUPERLATIVE } from '../words/traits'
import { BOUND, MANY, POLAR, SCOPE } from '../words/turning'
import { alteredCopy } from './altered-copy'
import { exchangedCause } from './causes'
import { wronglyCompared } from './comparisons'
import { haveConditions, ofAnotherCase } from './conditions'
import { mayBeDated, wronglyDated } from './dated-events'
import { hasReservation } from './denials'
import { type Conflict, conflictElsewhere } from './elsewhere'
import { deniedInOther } from './foreign-denials'
import { allOfFewer, wrongFraction } from './fractions'
import { isQuoting, wordsOf } from './known-words'
import { otherItem } from './listed-items'
import { listedWithAnother } from './listed-values'
import {
  exchangedNames,
  exchangedWords,
  invertedWord,
  isConverse,
  isStructured,
  oppositeBeside,
  replacedName,
} from './misplaced-names'
import { mayHaveOrdinal, ofOtherItem } from './numbered-items'
import { ofAnotherSubject } from './of-another-subject'
import { otherThanTold } from './only-value'
import { ofOtherSlot } from './other-slot'
import { ofOtherUnit } from './other-unit'
import { deniedOtherwise } from './polarity'
import { otherwiseQualified } from './qualifiers'
import { coverageMin, isAboutTheSame, isOpposed, mayBeAboutTheSame } from './same-subject'
import { replacedWord } from './substitution'
import { hasSuperlative, wronglyGreatest } from './superlatives'
import { withTitleOfAnother } from './titles'
import { isTurnedComparison } from './turned-comparisons'
import { turningInAll, turningInRange, turningInSources } from './turning-words'
import { valueConflict } from './value-conflict'

/** Content words of a long sentence. */
const longMin = 6
/** Words of a copy that the sources may not have at all, and the share of its phrases that are new. */
const [alteredMax, alteredNovelty] = [3, 0.7]
/** Source sentences that are aligned with one of the output, and in which a value may be another's. */
const [alignedMax, wideMax] = [3, 5]
/** Words of a sentence in other words that the sources may lack. */
const lackedMax = 3

/**
 * Finds claims that a source denies: a sentence of the output that matches one of a source except for a number, unit or date at its place,
 * an added or missing negation, an opposite word, or two exchanged names or numbers. Values on which the sources disagree are not reported.
 * `hasOtherUnit`: whether some number is in the sources with other units only.
 */
export function findSourceConflicts(
  { output, prose, reading, readings, grounding, given, mayHave, isEnglish }: Material,
  isUnsupported: IsUnsupported,
  hasOtherUnit: boolean,
): HallucinationFinding[] {
  if (!grounding) return []
  const index = reading.index()
  // The whole text tells faster than each sentence that none has such words.
  const [mayCompare, mayBeGreatest] = [
    mayHave(RESULT) && prose.includes(' than '),
    mayHave(SUPERLATIVE) && hasSuperlative(prose),
  ]
  const mayHaveOrder = mayHave(ORDER) && mayBeDated(prose)
  const mayHaveCase = haveConditions(reading)
  const mayCause = mayHave(CAUSE)
  const mayBeAll = prose.includes('ll ') && /\ball (?:\d|two|three|four|five|six|seven|eight|nine|ten)/i.test(prose)
  const mayBeOrdinal = mayHaveOrdinal(prose)
  const isRefuting = lazily(() => refusal.test(prose))
  const hasMinus = lazily(() => mayHaveMinus(prose) || (reading.values()[0] ?? 0) < 0)
  const mayBePart = mayHave(PART) || (prose.includes('%') && (!index.isWhole || (index.words.traits & PART) !== 0))
  const turning = turningInSources(reading)
  const mayTurn = ((turningInAll(reading) & POLAR) | (turning & (MANY | BOUND | SCOPE))) !== 0
  return readings().flatMap((sentence, place, all) => conflictIn(sentence, all[place - 1]))

  function conflictIn(sentence: ReadSentence, before: ReadSentence | undefined): HallucinationFinding[] {
    // Who said it may stand before or after a quotation.
    const said = sentence.text.includes('"') || sentence.text.includes('”') ? sayingIn(sentence.text) : null
    if (said && isQuotation(said) && given().includes(normalise(said.words).replace(/[.,!?]$/, ''))) return []
    // A short sentence may be taken for English.
    if (!isEnglish || !reading.isEnglish()) {
      const denied = deniedInOther(sentence, candidatesOf(sentence, index, wideMax), index)
      if (denied) return toFindings(sentence, denied)
    }
    // Ordered by cost: each check is much cheaper than the next.
    const { content, unknown, missing } = wordsOf(sentence, reading)
    const hasValue = /\d/.test(sentence.text)
    const places = lazily(() => candidatesOf(sentence, index, wideMax))
    const isNearlyKnown = missing <= lackedMax
    const inOtherWords = () =>
      (mayBeOrdinal ? ofOtherItem(sentence, index) : null) ??
      (mayCompare ? wronglyCompared(sentence, index) : null) ??
      (mayBeGreatest ? wronglyGreatest(sentence, index) : null) ??
      (mayHaveOrder ? wronglyDated(sentence, index) : null) ??
      (mayBePart ? wrongFraction(sentence, index) : null) ??
      (mayBeAll ? allOfFewer(sentence, index) : null) ??
      ofOtherSlot(sentence, index, mayCause) ??
      (isNearlyKnown && missing > 0 ? otherItem(sentence, places, index) : null) ??
      (isNearlyKnown && mayHaveCase ? ofAnotherCase(sentence, places, index) : null) ??
      (isNearlyKnown ? withTitleOfAnother(sentence, places, index) : null) ??
      (mayCause ? exchangedCause(sentence, places, index) : null) ??
      (mayTurn && isNearlyKnown ? turnedOtherwise(sentence, hasValue, places) : null)
    const ofAnother = () =>
      (hasValue ? (ofAnotherSubject(sentence, index) ?? listedWithAnother(sentence, index)) : null) ??
      inOtherWords() ??
      (hasValue
        ? (otherThanTold(sentence, index, isUnsupported) ??
          (hasOtherUnit ? ofOtherUnit(sentence, places, reading, isUnsupported) : null))
        : null)
    const isKnown = (content - unknown) / content >= coverageMin
    // Of what the sources hardly know, only values that they do not have are looked up.
    const isStrange = unknown > 1 && !isKnown
    if (isStrange && !(hasValue && isUnsupported(sentence.start, sentence.start + sentence.text.length)))
      return toFindings(sentence, ofAnother())
    const isQuoted = !isKnown && !isStrange && isQuoting(sentence, index, content >= longMin)
    if (isQuoted && missing > 1) return toFindings(sentence, inOtherWords())
    // Calculations introduce new values, and an answer with yes or no may invert the statement.
    if (
      /=|\?\s*$|(?:^|[-–:]\s+)(?:yes|no)\b[,.]|\badd up to\b|\b(?:sum|product) of \S+ and|^together,/i.test(
        sentence.text,
      )
    )
      return []
    const isCopied = (place: number) => index.hasInARow(place, sentence) && !(hasValue && hasMinus())
    if (places().some((place, rank) => rank < alignedMax && isCopied(place)))
      return toFindings(
        sentence,
        mayTurn ? qualified(sentence, turningInRange(sentence, reading.vocabulary), hasValue, places) : null,
      )
    const tokens = sentence.tokens()
    // Who has the most of something is not told by how much another has.
    const extreme = tokens.filter(({ term }) => greatest.test(term.key))
    const wide = places()
      .map((place) => index.sentence(place))
      .filter((source) => extreme.every(({ term }) => source.terms().has(term)))
    const candidates = wide.slice(0, alignedMax)
    // A sentence with nothing new may combine distant parts of a source; only what is side by side there can be at the wrong place.
    const { novelty } = sentence.newness()
    const isNew = novelty > 0
    let found: Conflict | null = null
    if (isKnown && candidates.some((source) => mayBeAboutTheSame(tokens, source))) {
      const alignments = alignmentsOf(tokens, candidates, index)
      found = conflictOf(sentence, isNew ? alignments : alignments.filter(isDense), reading)
    }
    if (!isQuoted) found ??= conflictElsewhere(sentence, before, wide, reading, isUnsupported, isStrange)
    if (missing <= alteredMax && novelty <= alteredNovelty) found ??= alteredCopy(tokens, candidates, index)
    if (missing < 2) found ??= replacedWord(tokens, candidates, index)
    return toFindings(sentence, found ?? ofAnother())
  }

  /** Finds what is denied, or qualified, in other words than in the sources. */
  function turnedOtherwise(
    sentence: ReadSentence,
    hasValue: boolean,
    places: () => readonly number[],
  ): Conflict | null {
    const bits = turningInRange(sentence, reading.vocabulary)
    const isPolar = (bits & POLAR) !== 0
    const denied = isPolar || (turning & POLAR) !== 0 ? deniedOtherwise(sentence, places(), index, isPolar) : null
    return denied ?? qualified(sentence, bits, hasValue, places)
  }

  function qualified(sentence: ReadSentence, bits: number, hasValue: boolean, places: () => readonly number[]) {
    const isMany = (bits & turning & MANY) !== 0
    const isOfValue = hasValue && ((turning & BOUND) !== 0 || (bits & turning & SCOPE) !== 0)
    return isMany || isOfValue ? otherwiseQualified(sentence, isMany, isOfValue, places(), index) : null
  }

  function toFindings(sentence: ReadSentence, conflict: Conflict | null): HallucinationFinding[] {
    if (!conflict) return []
    const { type, from, to, says, source, isWeak } = conflict
    // Of many lines that differ in a value only, the very one may not be among those that are compared.
    if ((to.number || to.date) && given().includes(normalise(sentence.text))) return []
    // An answer "no" denies what it was asked.
    if (says.endsWith('otherwise:') && isRefuting()) return []
    // A label ("Fact:") is no claim.
    if (sentence.text.charAt(to.end) === ':') return []
    const start = sentence.start + from.start
    // The name of a month may be longer than in English.
    const last = Math.max(sentence.start + to.end, start + 1)
    const end = prose.charAt(last) === ' ' ? endOfRun(output, last, LETTER) : last
    const span = claimSpan(output, start, end)
    const evidence = quoting(says, reading.asWritten(source.text))
    if (isWeak) return [{ type, verdict: 'unverifiable', severity: 'warning', confidence: 0.5, span, evidence }]
    return [{ type, verdict: 'contradicted', severity: 'likely', confidence: 0.8, span, evidence }]
  }
}

const greatest = /^(?:most|least|fewest)$/
const refusal = /\b(?:answer|claim|statement|hypothesis)\W+(?:is|was)\W+(?:no|false|not|wrong|incorrect|untrue)\b/i

function conflictOf(sentence: ReadSentence, alignments: readonly Alignment[], reading: SourceReading): Conflict | null {
  const index = reading.index()
  const [closest] = alignments
  if (!closest) return null
  const tokens = sentence.tokens()
  const { source } = closest
  if (isTurnedComparison(tokens, source.tokens)) return null
  if (isAboutTheSame(tokens, closest)) {
    const differing = valueConflict(sentence, alignments, reading)
    // "Five of seven did not vote for it" where two did.
    if (differing && negationsIn(tokens) % 2 !== negationsIn(source.tokens) % 2) return null
    // "It opens at 9" where it closes at 8.
    if (differing && hasOpposite(tokens, source)) return null
    // "Closed on Mondays" where it is open from Tuesday on.
    const named = differing ? null : opposedName(tokens, closest, index)
    const value =
      differing ??
      (named &&
      hasOpposite(
        tokens.filter((token) => token !== named.from),
        source,
      )
        ? null
        : named)
    if (value) return { ...value, source }
    const moved =
      (isOneVoice(tokens, source) ? exchangedNames(tokens, closest) : null) ?? exchangedWords(tokens, closest)
    // "A did not call B" says nothing of B's call.
    if (moved && negationsIn(tokens) % 2 !== negationsIn(source.tokens) % 2) return null
    // "B lost to A" says that A beat B.
    if (moved && isConverse(tokens, source.tokens)) return null
    if (moved) return { type: 'source_contradiction', ...moved, source }
    // The fields of a record deny without a negation, and another value is told of another thing.
    const isOther = tokens.some((token) => token.number && !source.tokens.some((one) => isEquivalent(token, one)))
    const inverted =
      isOther ||
      isStructured(source.text) ||
      excepts(tokens, source.tokens) ||
      deniesOfMost(tokens, source.tokens) ||
      hasReservation(source.tokens, tokens) ||
      // "No defects" where 0 were found.
      source.tokens.some(({ number }) => number?.value === 0)
        ? null
        : (invertedWord(tokens, closest) ?? oppositeBeside(tokens, source.tokens))
    if (inverted)
      return { type: 'source_contradiction', from: inverted, to: inverted, says: 'The source says otherwise:', source }
  } else {
    const moved = exchangedWords(tokens, closest)
    if (moved && !isConverse(tokens, source.tokens)) return { type: 'source_contradiction', ...moved, source }
  }
  const replaced = replacedName(tokens, alignments, index)
  return replaced && { type: 'source_contradiction', ...replaced }
}

/** Whether a word of a sentence is the opposite of one in its source, which does not have it. */
function hasOpposite(tokens: readonly Token[], source: SourceSentence): boolean {
  const keys = new Set(source.tokens.map(({ term }) => term.key))
  return tokens.some((token) => isOpposed(token, keys))
}

/** Whether both are active, or both passive. */
function isOneVoice(tokens: readonly Token[], source: SourceSentence): boolean {
  const isPassive = (those: readonly Token[]) => those.some(({ term }) => term.key === 'by')
  return isPassive(tokens) === isPassive(source.tokens)
}

/** Finds a weekday, or another capitalized word with opposites, in place of one, unless the sources have it elsewhere. */
function opposedName(
  tokens: readonly Token[],
  { pairs, source }: Alignment,
  index: SourceIndex,
): Omit<Conflict, 'source'> | null {
  for (const [own, inSource] of pairs) {
    const [one, other] = [tokens[own], source.tokens[inSource]]
    if (!one || !other || !oppositesOf(one.term.key)?.has(other.term.key) || index.has(one.term.id)) continue
    const type = one.term.key.endsWith('day') ? 'temporal_error' : 'source_contradiction'
    return { type, from: one, to: one, says: 'The source says' }
  }
  return null
}
