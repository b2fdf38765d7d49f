import { lazily } from '../../lazily'
import { claimSpan, type HallucinationFinding, quoting } from '../finding'
import type { Material } from '../material'
import type { IsUnsupported } from '../sources/derived-values'
import { isWithinRange } from '../sources/other-case'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import { endOfRun, LETTER } from '../text/characters'
import { normalise } from '../text/plain-text'
import { isQuotation, sayingIn } from '../text/quotations'
import { negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import { Claim, toClaimText } from './claim'
import { isLeftOut } from './contrasts'
import type { Conflict } from './elsewhere'
import { isExcepted } from './exceptions'
import { foreignDirection } from './foreign-changes'
import { deniedInOther } from './foreign-denials'
import { firstConflict, readersOf } from './readers'
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

const position = /^(?:abov|below|under|over|behind|north|south|east|west|left|right)$/

/** Whether a word and its opposite say the same here, because what stands around them is turned, too. */
function saysTheSame(sentence: ReadSentence, { term: { key } }: Token, says: string, source: SourceSentence): boolean {
  const { text } = sentence
  const tokens = sentence.tokens()
  // "Interns may not" where they must not; "not possible without consent" where it is possible only with it.
  if (/^(?:may|must)$/.test(key) && negationsIn(tokens) > 0 && negationsIn(source.tokens) > 0) return true
  if (key === 'without' && negationsIn(tokens) > 1) return true
  // "If a guard is present, staff may enter without a badge" where they need one unless a guard is present.
  if (/^with/.test(key) && /\bif\b/i.test(text) && /\bunless\b/.test(source.text)) return true
  if (says.endsWith('otherwise:') && text.includes('no longer') && /\bfrom\b.* to /.test(source.text)) return true
  if (!position.test(key)) return false
  // "The garage is above the cellar" where the cellar is under the garage.
  const shared = tokens.filter(
    (token) => isContent(token) && hasTerm(source.tokens, token) && !position.test(token.term.key),
  )
  const [first, last] = [shared[0], shared.at(-1)].map((one) =>
    source.tokens.findIndex(({ term }) => term === one?.term),
  )
  return first !== undefined && last !== undefined && first > last
}

/** Whether the output claims what was found. */
function isClaimed(
  { sentence, text }: Claim,
  { from, to, says, source }: Conflict,
  { given }: Material,
  isRefuting: () => boolean,
): boolean {
  // Of many lines that differ in a value only, the very one may not be among those that are compared.
  if ((to.number || to.date) && given().includes(normalise(sentence.text))) return false
  if (to.number && isWithinRange(to, sentence.tokens(), source.tokens)) return false
  if (saysTheSame(sentence, from, says, source)) return false
  if (says.endsWith('otherwise:') && isRefuting()) return false
  if (isLeftOut(sentence.tokens(), source)) return false
  if (text.mayHaveException && isExcepted(sentence.tokens(), from, source)) return false
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
