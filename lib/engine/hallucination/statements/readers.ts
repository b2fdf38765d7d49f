import {
  AT,
  CHANGE,
  DONE,
  DUTY,
  ENDING,
  EXTREME,
  FROM,
  OFFICE,
  ONLY,
  ORDER,
  ORDINAL,
  SEQUENCE,
  SUPERLATIVE,
  WINNING,
} from '../words/traits'
import { alteredCopy } from './altered-copy'
import { exchangedCause } from './causes'
import { wrongDirection } from './changes'
import type { Claim, ClaimText } from './claim'
import { deniedByClosest } from './closest-sentence'
import { wronglyCompared } from './comparisons'
import { ofAnotherCase } from './conditions'
import { leftOut } from './contrasts'
import { crossedClauses } from './crossed-clauses'
import { wronglyDated } from './dated-events'
import { ofOtherDuty } from './duties'
import { type Conflict, conflictElsewhere } from './elsewhere'
import { ofAllTogether, ofEveryCase } from './every-case'
import { ofTheException } from './exceptions'
import { allOfFewer, wrongFraction } from './fractions'
import { ofTheFirstClause } from './gapped-clauses'
import { countedUnderOtherLabel, underOtherLabel } from './labels'
import { otherItem } from './listed-items'
import { listedWithAnother } from './listed-values'
import { atPlaceOfAnother } from './locations'
import { endedUnbegun } from './never-begun'
import { ofOtherItem } from './numbered-items'
import { ofAnotherSubject } from './of-another-subject'
import { ofOtherClause } from './of-other-clause'
import { ofOtherValue } from './of-other-value'
import { withOfficeOfAnother } from './offices'
import { wrongHolder } from './only-holder'
import { notTheOnly, onlyOfAnother } from './only-of'
import { otherThanTold } from './only-value'
import { ofOtherDoer } from './other-doer'
import { ofOtherSlot } from './other-slot'
import { ofOtherUnit } from './other-unit'
import { ofOtherRate } from './rates'
import { ofOtherReferent } from './referents'
import { wrongWinner } from './scores'
import { inOtherOrder } from './sequence'
import { mayBeOfSpeaker, ofOtherSpeaker } from './speakers'
import { stillToCome } from './still-to-come'
import { replacedByOther, replacedWord } from './substitution'
import { wronglyGreatest } from './superlatives'
import { withTitleOfAnother } from './titles'
import { denied, movedBack, qualified } from './turned-claims'
import { mayBeTurned, turnedInContext } from './turned-in-context'

/** Words of a copy that the sources may not have at all, and the share of its phrases that are new. */
const [alteredMax, alteredNovelty] = [3, 0.7]
/** Words of a sentence in other words that the sources may lack. */
const lackedMax = 3

/** One way in which the sources may deny a claim. The rest tells at little cost that it finds nothing. */
interface Reader {
  find: (claim: Claim) => Conflict | null
  /** Whether it may find something in a text. */
  isOf?: (text: ClaimText) => boolean
  /** Traits of words, of which a sentence needs one. */
  traits?: number
  mayFind?: (claim: Claim) => boolean
}

type Index = ClaimText['index']
/** Readers that need no more than the sentence and the sources, or the places of the closest ones as well. */
const inSources =
  (find: (sentence: Claim['sentence'], index: Index) => Conflict | null) =>
  ({ sentence, text }: Claim) =>
    find(sentence, text.index)
const atPlaces =
  (find: (sentence: Claim['sentence'], places: Claim['places'], index: Index) => Conflict | null) =>
  ({ sentence, places, text }: Claim) =>
    find(sentence, places, text.index)

const isNearlyKnown = ({ missing }: Claim) => missing <= lackedMax
const hasValue = (claim: Claim) => claim.hasValue

/** What is told in other words than in the sources. */
const inOtherWords: readonly Reader[] = [
  { isOf: (text) => text.mayBeOrdinal, traits: ORDINAL, find: inSources(ofOtherItem) },
  { isOf: (text) => text.mayTellWinner, traits: WINNING, find: inSources(wrongWinner) },
  { isOf: (text) => text.mayCompare, find: inSources(wronglyCompared) },
  { isOf: (text) => text.mayBeGreatest, traits: SUPERLATIVE, find: inSources(wronglyGreatest) },
  { isOf: (text) => text.mayHaveOrder, traits: ORDER, find: inSources(wronglyDated) },
  { isOf: (text) => text.mayBePart, find: inSources(wrongFraction) },
  {
    isOf: (text) => text.mayBeAll,
    find: ({ sentence, places, text }) =>
      allOfFewer(sentence, text.index) ?? ofAllTogether(sentence, places, text.index),
  },
  {
    traits: ONLY,
    mayFind: (claim) => isNearlyKnown(claim) && claim.sentence.text.includes('only '),
    find: atPlaces(onlyOfAnother),
  },
  { isOf: (text) => text.mayHaveOnly, mayFind: isNearlyKnown, find: atPlaces(notTheOnly) },
  { traits: DUTY, mayFind: isNearlyKnown, find: atPlaces(ofOtherDuty) },
  { mayFind: isNearlyKnown, find: inSources(ofOtherDoer) },
  {
    mayFind: (claim) => isNearlyKnown(claim) && mayBeOfSpeaker(claim.sentence, claim.text.speakers()),
    find: ({ sentence, places, text }) => ofOtherSpeaker(sentence, places, text.speakers(), text.index),
  },
  { find: ({ sentence, text }) => ofOtherSlot(sentence, text.index, text.mayCause) },
  { mayFind: (claim) => isNearlyKnown(claim) && claim.missing > 0, find: atPlaces(otherItem) },
  { isOf: (text) => text.mayHaveCase, mayFind: isNearlyKnown, find: atPlaces(ofAnotherCase) },
  { isOf: (text) => text.mayHaveException, mayFind: isNearlyKnown, find: atPlaces(ofTheException) },
  { isOf: (text) => text.mayHaveCase || text.mayHaveException, mayFind: isNearlyKnown, find: atPlaces(ofEveryCase) },
  { isOf: (text) => text.mayTellSequence, traits: SEQUENCE, mayFind: isNearlyKnown, find: atPlaces(inOtherOrder) },
  { mayFind: isNearlyKnown, find: atPlaces(withTitleOfAnother) },
  { traits: OFFICE, mayFind: isNearlyKnown, find: inSources(withOfficeOfAnother) },
  {
    mayFind: (claim) => isNearlyKnown(claim) && mayBeTurned(claim.sentence, claim.text.reading),
    find: atPlaces(turnedInContext),
  },
  { isOf: (text) => text.mayCause, find: atPlaces(exchangedCause) },
  { isOf: (text) => text.mayTellChange, traits: CHANGE, find: inSources(wrongDirection) },
  { isOf: (text) => text.mayNameHolder, traits: EXTREME, find: inSources(wrongHolder) },
  {
    traits: FROM,
    mayFind: ({ sentence }) => sentence.text.includes(' from ') && sentence.text.includes(' to '),
    find: movedBack,
  },
  { traits: DONE, mayFind: isNearlyKnown, find: atPlaces(stillToCome) },
  { isOf: (text) => text.mayTellRate, mayFind: isNearlyKnown, find: atPlaces(ofOtherRate) },
  { isOf: (text) => text.mayTellEnd, traits: ENDING, find: inSources(endedUnbegun) },
  { traits: AT, mayFind: isNearlyKnown, find: inSources(atPlaceOfAnother) },
  {
    isOf: (text) => text.mayHaveLabels,
    find: ({ sentence, text }) => underOtherLabel(sentence, text.index) ?? countedUnderOtherLabel(sentence, text.index),
  },
  { mayFind: (claim) => claim.missing === 0 && claim.hasNumber(), find: atPlaces(ofTheFirstClause) },
  { isOf: (text) => text.mayHaveClauses, mayFind: isNearlyKnown, find: atPlaces(ofOtherClause) },
  { mayFind: (claim) => isNearlyKnown(claim) && claim.hasNumber(), find: atPlaces(ofOtherValue) },
  { isOf: (text) => text.mayTurn, mayFind: isNearlyKnown, find: (claim) => denied(claim) ?? qualified(claim) },
  {
    mayFind: ({ missing }) => missing === 0,
    find: ({ sentence, closest, text }) => replacedByOther(sentence.tokens(), closest(), text.index),
  },
]

const referred: Reader = {
  isOf: (text) => text.mayHaveReferent,
  mayFind: isNearlyKnown,
  find: ({ sentence, before, places, text }) => ofOtherReferent(sentence, before, places, text.index),
}

/** What is told of another thing than in the sources, or in other words. */
const ofAnother: readonly Reader[] = [
  referred,
  { mayFind: hasValue, find: inSources(ofAnotherSubject) },
  { mayFind: hasValue, find: inSources(listedWithAnother) },
  ...inOtherWords,
  { mayFind: hasValue, find: ({ sentence, text }) => otherThanTold(sentence, text.index, text.isUnsupported) },
  {
    isOf: (text) => text.hasOtherUnit,
    mayFind: hasValue,
    find: ({ sentence, places, text }) => ofOtherUnit(sentence, places, text.reading, text.isUnsupported),
  },
]

/** What is told in nearly the same words. */
const inTheSameWords: readonly Reader[] = [
  { mayFind: ({ isKnown }) => isKnown, find: deniedByClosest },
  { mayFind: ({ missing }) => missing === 0, find: atPlaces(crossedClauses) },
  { isOf: (text) => text.mayTurn, mayFind: ({ missing }) => missing < 2, find: atPlaces(leftOut) },
  {
    mayFind: (claim) => !claim.isQuoted(),
    find: ({ sentence, before, wide, isStrange, text }) =>
      conflictElsewhere(sentence, before, wide(), text.reading, text.isUnsupported, isStrange),
  },
  {
    mayFind: ({ missing, sentence }) => missing <= alteredMax && sentence.newness().novelty <= alteredNovelty,
    find: ({ sentence, closest, text }) => alteredCopy(sentence.tokens(), closest(), text.index),
  },
  {
    mayFind: ({ missing }) => missing < 2,
    find: ({ sentence, closest, text }) => replacedWord(sentence.tokens(), closest(), text.index),
  },
]

/** Where a sentence stands in the sources: of whom it is told there, and what they add to it. */
const aroundTheCopy: readonly Reader[] = [referred, { isOf: (text) => text.mayTurn, find: qualified }]

/** The readers that may find something in a text. */
export function readersOf(text: ClaimText) {
  const isOfText = ({ isOf }: Reader) => isOf?.(text) ?? true
  return {
    inOtherWords: inOtherWords.filter(isOfText),
    ofAnother: ofAnother.filter(isOfText),
    inTheSameWords: inTheSameWords.filter(isOfText),
    aroundTheCopy: aroundTheCopy.filter(isOfText),
  }
}

/** Returns what the first of the readers finds, and what is weak only if none finds more. */
export function firstConflict(readers: readonly Reader[], claim: Claim): Conflict | null {
  let weak: Conflict | null = null
  for (const { traits, mayFind, find } of readers) {
    if ((traits !== undefined && (traits & claim.sentence.traits) === 0) || mayFind?.(claim) === false) continue
    const found = find(claim)
    if (found && !found.isWeak) return found
    weak ??= found
  }
  return weak
}
