import { lazily } from '../../lazily'
import { claimSpan, type HallucinationFinding, quoting } from '../finding'
import type { Material } from '../material'
import type { IsUnsupported } from '../sources/derived-values'
import { endOfRun, LETTER } from '../text/characters'
import { normalise } from '../text/plain-text'
import { isQuotation, sayingIn } from '../text/quotations'
import { allBut } from '../words/quantifiers'
import { alteredCopy } from './altered-copy'
import { Claim, toClaimText } from './claim'
import { deniedByClosest } from './closest-sentence'
import { type Conflict, conflictElsewhere } from './elsewhere'
import { isExcepted } from './exceptions'
import { deniedInOther } from './foreign-denials'
import { otherItem } from './listed-items'
import { ofOtherUnit } from './other-unit'
import { isLeftOut, saysTheSame } from './says-the-same'
import { isTurnedSequence } from './turned-comparisons'

/**
 * Finds claims that a source denies: a sentence of the output that matches one of a source except for a number, unit or date at its place,
 * an added or missing negation, an opposite word, or two exchanged names or numbers. Values on which the sources disagree are not reported.
 * `hasOtherUnit`: whether some number is in the sources with other units only.
 */
export function findSourceConflicts(
  material: Material,
  isUnsupported: IsUnsupported,
  hasOtherUnit: boolean,
): HallucinationFinding[] {
  if (!material.grounding) return []
  const text = toClaimText(material, isUnsupported, hasOtherUnit)
  const mayQuote = hasQuote(material.prose)
  const isRefuting = lazily(() => refusal.test(material.prose))
  return material.readings().flatMap((sentence, place, all) => {
    if (mayQuote && isGivenQuotation(sentence.text, material)) return []
    const claim = new Claim(sentence, all[place - 1], text)
    const conflict = conflictIn(claim)
    return conflict && isClaimed(claim, conflict, material, isRefuting) ? toFinding(claim, conflict, material) : []
  })
}

const hasQuote = (text: string) => text.includes('"') || text.includes('”')

/** Whether a sentence is a quotation that the sources have. Who said it may stand before or after it. */
function isGivenQuotation(text: string, { given }: Material): boolean {
  const said = hasQuote(text) ? sayingIn(text) : null
  return said !== null && isQuotation(said) && given().includes(normalise(said.words).replace(/[.,!?]$/, ''))
}

/** Calculations introduce new values, and an answer with yes or no may invert the statement. */
const open = /=|\?\s*$|(?:^|[-–:]\s+)(?:yes|no)\b[,.]|\badd up to\b|\b(?:sum|product) of \S+ and|^together,/i

/** Words of a copy that the sources may not have at all, and the share of its phrases that are new. */
const [alteredMax, alteredNovelty] = [3, 0.7]
/** Words of a sentence in other words that the sources may lack. */
const lackedMax = 3

/** Finds what the sources deny of a claim. Ordered by cost: what comes first leaves out much of what comes after. */
function conflictIn(claim: Claim): Conflict | null {
  const { sentence, text, missing, hasValue } = claim
  // What is told of all but one agrees with what a source says of that one.
  if (allBut.test(sentence.text)) return null
  const denied = text.isEnglish ? null : deniedInOther(sentence, claim.places(), text.index)
  if (denied) return denied
  // Of what the sources hardly know, only values that they do not have are looked up.
  const isLookedUp = () => hasValue && text.isUnsupported(sentence.start, sentence.start + sentence.text.length)
  if (claim.isStrange && !isLookedUp()) return ofAnother(claim)
  if (missing > 1 && claim.isQuoted()) return itemOfAnother(claim)
  if (open.test(sentence.text) || claim.isCopied()) return null
  return inTheSameWords(claim) ?? ofAnother(claim)
}

/** Finds what is told in nearly the same words. */
function inTheSameWords(claim: Claim): Conflict | null {
  const { sentence, before, missing, text } = claim
  const denied = claim.isKnown ? deniedByClosest(claim) : null
  if (denied) return denied
  const elsewhere = claim.isQuoted()
    ? null
    : conflictElsewhere(sentence, before, claim.wide(), text.reading, text.isUnsupported, claim.isStrange)
  if (elsewhere || missing > alteredMax || sentence.newness().novelty > alteredNovelty) return elsewhere
  return alteredCopy(sentence.tokens(), claim.closest(), text.index)
}

/** Finds another item in a list, or a value in another unit. */
function ofAnother(claim: Claim): Conflict | null {
  const { sentence, places, text, hasValue } = claim
  const item = itemOfAnother(claim)
  if ((item && !item.isWeak) || !text.hasOtherUnit || !hasValue) return item
  return ofOtherUnit(sentence, places, text.reading, text.isUnsupported) ?? item
}

const itemOfAnother = ({ sentence, missing, places, text }: Claim) =>
  missing > 0 && missing <= lackedMax ? otherItem(sentence, places, text.index) : null

/** An answer "no" denies what it was asked. */
const refusal = /\b(?:answer|claim|statement|hypothesis)\W+(?:is|was)\W+(?:no|false|not|wrong|incorrect|untrue)\b/i

/** Whether the output claims what was found. */
function isClaimed(
  { sentence, text }: Claim,
  conflict: Conflict,
  { given }: Material,
  isRefuting: () => boolean,
): boolean {
  const { from, to, says, source } = conflict
  // Of many lines that differ in a value only, the very one may not be among those that are compared.
  if ((to.number || to.date) && given().includes(normalise(sentence.text))) return false
  if (saysTheSame(sentence, conflict)) return false
  if (says.endsWith('otherwise:') && isRefuting()) return false
  if (isLeftOut(sentence.tokens(), source)) return false
  // Another part may tell of another case: "Undisputed claims may be set off, disputed ones may not".
  const told = sentence.tokens().filter(({ start, end }) => start >= from.start && end <= to.end)
  if (text.mayHaveException && [sentence.tokens(), told].some((tokens) => isExcepted(tokens, from, source)))
    return false
  if (isTurnedSequence(sentence.tokens(), source.tokens)) return false
  // A label ("Fact:", "**Fact**:") is no claim.
  return !/^\**:/.test(sentence.text.slice(to.end, to.end + 3))
}

function toFinding(
  { sentence, text }: Claim,
  { type, from, to, says, source, isWeak }: Conflict,
  { output, prose }: Material,
): HallucinationFinding {
  const start = sentence.start + from.start
  // The name of a month may be longer than in English.
  const last = Math.max(sentence.start + to.end, start + 1)
  const end = prose.charAt(last) === ' ' ? endOfRun(output, last, LETTER) : last
  const span = claimSpan(output, start, end)
  const evidence = quoting(says, text.reading.asWritten(source.text))
  if (isWeak) return { type, verdict: 'unverifiable', severity: 'warning', confidence: 0.5, span, evidence }
  return { type, verdict: 'contradicted', severity: 'likely', confidence: 0.8, span, evidence }
}
