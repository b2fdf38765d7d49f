import { lazily } from '../../lazily'
import { isMonthName } from '../numbers/read-dates'
import type { SourceSentence } from '../sources/segment'
import { isNegation, negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Term } from '../words/vocabulary'
import { isStructured, isSymmetric, type Misplaced } from './misplaced-names'

const joining = /^(?:and|or)$/
const nominal = /^(?:the|a|an|of|for|with|from|in|on|at|to|by|its|his|her|their|no|any)$/
const saying = /^(?:say|said|tell|told|ask|add|writ|wrote|write|stat|state|explain|repli|reply|answer|not|note|remark)$/
/** Share of the content words that one source sentence must have. */
const coverageMin = 0.7

interface Roles {
  before: Token
  verb: Token
  after: Token
  voice: Voice
}

/** Open where the verb follows a form of "be" and no doer is named: "is buying", "is included". */
type Voice = 'active' | 'passive' | 'open'

/** Finds who did what to whom the other way round: "Krumholz bought Aldine" where Aldine bought Krumholz. */
export function reversedRoles(
  { text, tokens }: { text: string; tokens: readonly Token[] },
  candidates: readonly SourceSentence[],
): (Misplaced & { source: SourceSentence }) | null {
  const content = tokens.filter(isContent)
  const isComparison = tokens.some(isThan)
  const isOdd = lazily(() => negationsIn(tokens) % 2 === 1)
  for (const roles of rolesIn(tokens)) {
    if (isParted(text, roles.verb, roles.after)) continue
    let reversed: SourceSentence | null = null
    let isSaid = false
    for (const source of candidates) {
      const terms = source.terms()
      if (content.filter(({ term }) => terms.has(term)).length < coverageMin * content.length) continue
      // What is compared, "fell more in A than under B", is told of each.
      if (isComparison && !source.tokens.some(isThan)) continue
      // "Anna did not call Bob" says nothing of Bob's call.
      if (isStructured(source.text) || isOdd() !== (negationsIn(source.tokens) % 2 === 1)) continue
      const isReversed = isReversedIn(roles, source.tokens)
      if (isReversed && isRecord(source)) continue
      if (isReversed) reversed ??= source
      isSaid ||= isReversed === false
    }
    if (reversed && !isSaid)
      return {
        from: roles.before,
        to: roles.before,
        says: 'Two things are swapped here: the source says',
        source: reversed,
      }
  }
  return null
}

/** Whether a comma parts a verb from a name behind it. */
const isParted = (text: string, { end }: Token, { start }: Token) => text.slice(end, start).includes(',')
/** Whether a sentence lists things with labels in brackets, "contract test (owner: Tomas)", where the order tells no roles. */
const isRecord = ({ text }: SourceSentence) => /\(\p{L}+: /u.test(text)

/** Whether a sentence tells who does something to whom the other way round than another. */
export function areReversed(tokens: readonly Token[], others: readonly Token[]): boolean {
  return [...rolesIn(tokens)].some((roles) => isReversedIn(roles, others))
}

/** The verbs of a sentence with the name before them and the names after them. */
function* rolesIn(tokens: readonly Token[]): Generator<Roles> {
  for (const [at, verb] of tokens.entries()) {
    // "Ada said" and "said Ada" are the same.
    if (saying.test(verb.term.key)) continue
    if (at === 0 || !isContent(verb) || verb.isCapital || nominal.test(tokens[at - 1]?.term.key ?? '')) continue
    const place = tokens.slice(0, at).findLastIndex(isContent)
    const before = tokens[place]
    // "Oslo's mayor" has no verb.
    if (!before || (place === at - 1 && isOwner(before))) continue
    if (!isNominal(place, tokens) || tokens.some((one) => joining.test(one.term.key) || isSymmetric(one, tokens)))
      continue
    for (const [other, after] of tokens.entries())
      if (
        other > at &&
        isContent(after) &&
        isNominal(other, tokens) &&
        !isOwner(after) &&
        !isTime(after) &&
        before.term !== after.term &&
        (before.isCapital || after.isCapital)
      )
        yield { before, verb, after, voice: voiceAt(tokens, at) }
  }
}

/** "Is paid by August" names no doer. */
const isTime = ({ term: { key } }: Token) => isMonthName(key) || /[nsiru]day$/.test(key)

/** Whether it only tells whose something is: "Beth's garden". */
const isOwner = ({ start, end, term }: Token) => end - start === term.key.length + 2

/** Whether a word is a name, or a noun with its article. */
function isNominal(at: number, tokens: readonly Token[]): boolean {
  return tokens[at]?.isCapital === true || /^(?:the|a|an|its|his|her|their)$/.test(tokens[at - 1]?.term.key ?? '')
}

const be = /^(?:is|are|was|were|be|been|being)$/
const auxiliary = /^(?:is|are|was|were|be|been|being|has|have|had|ha|wa)$/

function voiceAt(tokens: readonly Token[], at: number): Voice {
  const namesDoer = (those: readonly Token[]) => those.some(({ term }) => term.key === 'by')
  const before = tokens.slice(0, at).findLast((token) => !isNegation(token))
  if (be.test(before?.term.key ?? '')) return namesDoer(tokens.slice(at + 1)) ? 'passive' : 'open'
  return namesDoer(tokens.slice(at + 1, at + 3)) ? 'passive' : 'active'
}

/**
 * Whether the source has both on the other side of the verb, in the same voice, or on the same in another; null if it has not all three, or
 * if a voice is open.
 */
function isReversedIn({ before, verb, after, voice }: Roles, tokens: readonly Token[]): boolean | null {
  const at = tokens.findIndex(({ term }) => term === verb.term)
  // "The software runs on Fedora" has no object.
  if (/^(?:on|in|at|with|for|to|from|under)$/.test(tokens[at + 1]?.term.key ?? '') && voice === 'active') return null
  // Of two statements with the same verb, it is open which one has the names.
  if (tokens.slice(at + 1).some(({ term }) => term === verb.term)) return null
  const [one, other] = [before, after].map(({ term }) => nearest(term, at, tokens))
  if (at < 0 || one === undefined || other === undefined || one < 0 || other < 0) return null
  if (one < at === other < at) return null
  // "A fallen tree" is no doer where "a tree has fallen".
  if (auxiliary.test(tokens[one - 1]?.term.key ?? '')) return null
  const theirs = voiceAt(tokens, at)
  if (voice === 'open' || theirs === 'open') return null
  return one < at !== (voice === theirs)
}

/** The place of a word that is nearest to another place; -1 if there is none. */
function nearest(term: Term, to: number, tokens: readonly Token[]): number {
  let found = -1
  for (const [at, token] of tokens.entries())
    if (token.term === term && (found < 0 || Math.abs(at - to) < Math.abs(found - to))) found = at
  return found
}

const isThan = ({ term }: Token) => term.key === 'than'
