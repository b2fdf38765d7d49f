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
import { replacedModifier, replacedWord } from './substitution'
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

const isNearlyKnown = ({ missing }: Claim) => missing <= lackedMax
const hasValue = (claim: Claim) => claim.hasValue

/** What is told in other words than in the sources. */
const inOtherWords: readonly Reader[] = [
  {
    isOf: (text) => text.mayBeOrdinal,
    traits: ORDINAL,
    find: ({ sentence, text }) => ofOtherItem(sentence, text.index),
  },
  {
    isOf: (text) => text.mayTellWinner,
    traits: WINNING,
    find: ({ sentence, text }) => wrongWinner(sentence, text.index),
  },
  {
    isOf: (text) => text.mayCompare,
    find: ({ sentence, text }) => wronglyCompared(sentence, text.index),
  },
  {
    isOf: (text) => text.mayBeGreatest,
    traits: SUPERLATIVE,
    find: ({ sentence, text }) => wronglyGreatest(sentence, text.index),
  },
  {
    isOf: (text) => text.mayHaveOrder,
    traits: ORDER,
    find: ({ sentence, text }) => wronglyDated(sentence, text.index),
  },
  {
    isOf: (text) => text.mayBePart,
    find: ({ sentence, text }) => wrongFraction(sentence, text.index),
  },
  {
    isOf: (text) => text.mayBeAll,
    find: ({ sentence, places, text }) =>
      allOfFewer(sentence, text.index) ?? ofAllTogether(sentence, places, text.index),
  },
  {
    traits: ONLY,
    mayFind: (claim) => isNearlyKnown(claim) && claim.sentence.text.includes('only '),
    find: ({ sentence, places, text }) => onlyOfAnother(sentence, places, text.index),
  },
  {
    isOf: (text) => text.mayHaveOnly,
    mayFind: isNearlyKnown,
    find: ({ sentence, places, text }) => notTheOnly(sentence, places, text.index),
  },
  {
    traits: DUTY,
    mayFind: isNearlyKnown,
    find: ({ sentence, places, text }) => ofOtherDuty(sentence, places, text.index),
  },
  {
    mayFind: isNearlyKnown,
    find: ({ sentence, text }) => ofOtherDoer(sentence, text.index),
  },
  {
    mayFind: (claim) => isNearlyKnown(claim) && mayBeOfSpeaker(claim.sentence, claim.text.speakers()),
    find: ({ sentence, places, text }) => ofOtherSpeaker(sentence, places, text.speakers(), text.index),
  },
  {
    find: ({ sentence, text }) => ofOtherSlot(sentence, text.index, text.mayCause),
  },
  {
    mayFind: (claim) => isNearlyKnown(claim) && claim.missing > 0,
    find: ({ sentence, places, text }) => otherItem(sentence, places, text.index),
  },
  {
    isOf: (text) => text.mayHaveCase,
    mayFind: isNearlyKnown,
    find: ({ sentence, places, text }) => ofAnotherCase(sentence, places, text.index),
  },
  {
    isOf: (text) => text.mayHaveException,
    mayFind: isNearlyKnown,
    find: ({ sentence, places, text }) => ofTheException(sentence, places, text.index),
  },
  {
    isOf: (text) => text.mayHaveCase || text.mayHaveException,
    mayFind: isNearlyKnown,
    find: ({ sentence, places, text }) => ofEveryCase(sentence, places, text.index),
  },
  {
    isOf: (text) => text.mayTellSequence,
    traits: SEQUENCE,
    mayFind: isNearlyKnown,
    find: ({ sentence, places, text }) => inOtherOrder(sentence, places, text.index),
  },
  {
    mayFind: isNearlyKnown,
    find: ({ sentence, places, text }) => withTitleOfAnother(sentence, places, text.index),
  },
  {
    traits: OFFICE,
    mayFind: isNearlyKnown,
    find: ({ sentence, text }) => withOfficeOfAnother(sentence, text.index),
  },
  {
    mayFind: (claim) => isNearlyKnown(claim) && mayBeTurned(claim.sentence, claim.text.reading),
    find: ({ sentence, places, text }) => turnedInContext(sentence, places, text.index),
  },
  {
    isOf: (text) => text.mayCause,
    find: ({ sentence, places, text }) => exchangedCause(sentence, places, text.index),
  },
  {
    isOf: (text) => text.mayTellChange,
    traits: CHANGE,
    find: ({ sentence, text }) => wrongDirection(sentence, text.index),
  },
  {
    isOf: (text) => text.mayNameHolder,
    traits: EXTREME,
    find: ({ sentence, text }) => wrongHolder(sentence, text.index),
  },
  {
    traits: FROM,
    mayFind: ({ sentence }) => sentence.text.includes(' from ') && sentence.text.includes(' to '),
    find: movedBack,
  },
  {
    traits: DONE,
    mayFind: isNearlyKnown,
    find: ({ sentence, places, text }) => stillToCome(sentence, places, text.index),
  },
  {
    isOf: (text) => text.mayTellRate,
    mayFind: isNearlyKnown,
    find: ({ sentence, places, text }) => ofOtherRate(sentence, places, text.index),
  },
  {
    isOf: (text) => text.mayTellEnd,
    traits: ENDING,
    find: ({ sentence, text }) => endedUnbegun(sentence, text.index),
  },
  {
    traits: AT,
    mayFind: isNearlyKnown,
    find: ({ sentence, text }) => atPlaceOfAnother(sentence, text.index),
  },
  {
    isOf: (text) => text.mayHaveLabels,
    find: ({ sentence, text }) => underOtherLabel(sentence, text.index) ?? countedUnderOtherLabel(sentence, text.index),
  },
  {
    mayFind: (claim) => claim.missing === 0 && claim.hasNumber(),
    find: ({ sentence, places, text }) => ofTheFirstClause(sentence, places, text.index),
  },
  {
    isOf: (text) => text.mayHaveClauses,
    mayFind: isNearlyKnown,
    find: ({ sentence, places, text }) => ofOtherClause(sentence, places, text.index),
  },
  {
    mayFind: (claim) => isNearlyKnown(claim) && claim.hasNumber(),
    find: ({ sentence, places, text }) => ofOtherValue(sentence, places, text.index),
  },
  {
    isOf: (text) => text.mayTurn,
    mayFind: isNearlyKnown,
    find: (claim) => denied(claim) ?? qualified(claim),
  },
  {
    mayFind: ({ missing, sentence }) => missing === 0 && sentence.text.includes('the '),
    find: ({ sentence, closest, text }) => replacedModifier(sentence.tokens(), closest(), text.index),
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
  { mayFind: hasValue, find: ({ sentence, text }) => ofAnotherSubject(sentence, text.index) },
  { mayFind: hasValue, find: ({ sentence, text }) => listedWithAnother(sentence, text.index) },
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
  {
    mayFind: ({ missing }) => missing === 0,
    find: ({ sentence, places, text }) => crossedClauses(sentence, places, text.index),
  },
  {
    isOf: (text) => text.mayTurn,
    mayFind: ({ missing }) => missing < 2,
    find: ({ sentence, places, text }) => leftOut(sentence, places, text.index),
  },
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
