import { lazily } from '../../lazily'
import { claimSpan, type HallucinationFinding, quoting } from '../finding'
import type { Material } from '../material'
import type { IsUnsupported } from '../sources/derived-values'
import { endOfRun, LETTER } from '../text/characters'
import { normalise } from '../text/plain-text'
import { isQuotation, sayingIn } from '../text/quotations'
import { allBut } from '../words/quantifiers'
import { Claim, toClaimText } from './claim'
import { isLeftOut } from './contrasts'
import type { Conflict } from './elsewhere'
import { isExcepted } from './exceptions'
import { foreignDirection } from './foreign-changes'
import { deniedInOther } from './foreign-denials'
import { firstConflict, readersOf } from './readers'
import { saysTheSame } from './says-the-same'
import { isTurnedSequence } from './sequence'

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
  const readers = readersOf(text)
  const mayQuote = hasQuote(material.prose)
  const isRefuting = lazily(() => refusal.test(material.prose))
  return material.readings().flatMap((sentence, place, all) => {
    if (mayQuote && isGivenQuotation(sentence.text, material)) return []
    const claim = new Claim(sentence, all[place - 1], text)
    const conflict = conflictIn(claim, readers)
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

/** Finds what the sources deny of a claim. Ordered by cost: what comes first leaves out much of what comes after. */
function conflictIn(claim: Claim, readers: ReturnType<typeof readersOf>): Conflict | null {
  const { sentence, text } = claim
  // What is told of all but one agrees with what a source says of that one.
  if (allBut.test(sentence.text)) return null
  const denied = text.isEnglish ? null : inOtherLanguage(claim)
  if (denied) return denied
  // Of what the sources hardly know, only values that they do not have are looked up.
  const isLookedUp = () => claim.hasValue && text.isUnsupported(sentence.start, sentence.start + sentence.text.length)
  if (claim.isStrange && !isLookedUp()) return firstConflict(readers.ofAnother, claim)
  if (claim.missing > 1 && claim.isQuoted()) return firstConflict(readers.inOtherWords, claim)
  if (open.test(sentence.text)) return null
  if (claim.isCopied()) return firstConflict(readers.aroundTheCopy, claim)
  const found = firstConflict(readers.inTheSameWords, claim)
  if (found && !found.isWeak) return found
  const other = firstConflict(readers.ofAnother, claim)
  return other && !other.isWeak ? other : (found ?? other)
}

function inOtherLanguage(claim: Claim): Conflict | null {
  const { sentence, text } = claim
  const denied = deniedInOther(sentence, claim.places(), text.index)
  return denied ?? (text.isForeign() ? foreignDirection(sentence, text.index) : null)
}

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
  if (text.mayTellSequence && isTurnedSequence(sentence.tokens(), source.tokens)) return false
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
