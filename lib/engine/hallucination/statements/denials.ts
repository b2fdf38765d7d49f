import { isCovered, type Segment, type SourceSentence } from '../sources/segment'
import { stemOf } from '../text/stems'
import { excepts, isBeyond, isNegation, isOfOthers, negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Misplaced } from './misplaced-names'

/** Words with which a negation has another scope. */
const scope =
  /^(?:only|just|yet|until|unless|less|more|fewer|necessarily|all|every|if|any|without|longer|either|except|instead|rather|otherwis)$/
/** What should be is told beside what is. */
const demand = /^(?:should|must|shall|ought)$/
/** Whether something must not be, at any time: "Do not use it", "Never use it". */
function isForbidding({ tokens }: Segment): boolean {
  const [first, second] = tokens.map(({ term }) => term.key)
  const isForbidden = first === 'never' || (first === 'do' && second === 'not')
  return isForbidden && !tokens.some(({ term }) => /^(?:before|befor|after|until|whil|while|during)$/.test(term.key))
}
/** "Must not" forbids what another may do. */
const forbids = (tokens: readonly Token[]) =>
  tokens.some((token, at) => isNegation(token) && /^(?:must|shall)$/.test(tokens[at - 1]?.term.key ?? ''))
const permits = (tokens: readonly Token[], forbidden: readonly Token[]) =>
  tokens.some(({ term }) => /^(?:may|can)$/.test(term.key)) &&
  tokens.every((token) => !/^(?:over|under)$/.test(token.term.key) || hasTerm(forbidden, token))
/** Verbs that deny what follows: "rejected the plan to sell". */
const denial =
  /^(?:reject|declin|refus|fail|deny|prevent|cancel|avoid|miss|lack|stop|discontinu|exclud|dismiss|ban|forbid|forbidden|withdraw|drop|critici[sz]|condemn|dislik|oppos|object|block|suspend)$/

/** Finds a statement that the sources make with a negation, or deny without one. */
export function denied(
  segments: readonly Segment[],
  places: readonly Segment[],
): (Misplaced & { source: SourceSentence }) | null {
  for (const claim of segments) {
    // "There are signs" says nothing more than "signs".
    const keys = [...claim.own.keys()].filter((key) => key !== 'ther')
    if (keys.length < 2 || claim.tokens.some(isScope) || isContrast(claim.tokens)) continue
    if (claim !== segments.at(-1) && isAdverbial(claim.tokens)) continue
    const count = negationsIn(claim.tokens)
    if ((count === 0 && isNameOnly(claim.tokens)) || isFree(claim.tokens)) continue
    // What follows the most frequent one is told beside it, and not to be it.
    const has = claim.tokens.some(isExtreme) ? (key: string, { own }: Segment) => own.has(key) : isCovered
    const same = places.filter(
      (place) => !place.isRow && keys.every((key) => has(key, place)) && !(isListed(place) && !says(place, keys)),
    )
    const isOther = ({ tokens }: Segment) => negationsIn(tokens) % 2 !== count % 2
    const isDemand = claim.tokens.some(({ term }) => demand.test(term.key))
    const other = same.find(
      (place) =>
        isOther(place) &&
        says(place, keys) &&
        ((isForbidding(place) && [...place.own.keys()].every((key) => claim.own.has(key))) ||
          (forbids(place.tokens) && permits(claim.tokens, place.tokens)) ||
          isDemand === place.tokens.some(({ term }) => demand.test(term.key))),
    )
    const source = other?.source
    // A sentence with a denial in another segment may say the same.
    if (
      !source ||
      negationsIn(source.tokens) % 2 === count % 2 ||
      !same.every(isOther) ||
      isSince(claim.tokens) !== isSince(other.tokens) ||
      // Of two denials in one part, either may be meant: "Never give milk: they cannot digest it".
      negationsIn(other.tokens) > 1 ||
      other.tokens.some((token, at) => isScope(token) && !isNotYet(token, other.tokens[at - 1])) ||
      source.tokens.some(isDenial) ||
      (count % 2 === 1 && (isGone(other.tokens) || source.tokens.some(isImitation))) ||
      isAdvice(claim.tokens, source) ||
      (count % 2 === 1 && isOfOther(claim, other)) ||
      (count % 2 === 1
        ? !deniesOneOf(claim.tokens, other)
        : hasNoneOf(other.tokens) && !deniesOneOf(other.tokens, claim)) ||
      intends(other.tokens, claim.tokens) ||
      isStillToBe(other.tokens, claim.tokens) ||
      isOfSome(other.tokens, claim.tokens) ||
      isBeyond(claim.tokens, other.tokens) ||
      isOfOtherOne(claim, other) ||
      undoes(other.tokens, claim.tokens) ||
      excepts(claim.tokens, source.tokens) ||
      isOfOthers(claim.tokens, source.tokens) ||
      isFree(other.tokens) ||
      (isCutShort(claim.tokens) && !segments.some((one) => one !== claim && says(other, [...one.own.keys()]))) ||
      hasReservation(other.tokens, claim.tokens)
    )
      continue
    const [from] = claim.tokens
    const to = claim.tokens.at(-1)
    if (from && to) return { from, to, says: 'The source says otherwise:', source }
  }
  return null
}

/** Whether the word behind the negation of a part is one of the words of another: "a mild defect that needs no treatment" is mild. */
function deniesOneOf(tokens: readonly Token[], { own }: Segment): boolean {
  const behind = tokens.slice(tokens.findIndex(isNegation) + 1)
  const word = behind.find(
    (token) => isContent(token) && !/^(?:yet|ever|alway|fully|allow|permit)$/.test(token.term.key),
  )
  return word === undefined || own.has(word.term.key)
}

const hasNoneOf = (tokens: readonly Token[]) => tokens.find(isNegation)?.term.key === 'no'

/** Whether a part goes on from a name that the source does not tell it of: "by Dr Kahn, who did not check it". */
const isOfOther = ({ names, tokens: [first] }: Segment, place: Segment) =>
  /^wh(?:o|ich)$/.test(first?.term.key ?? '') && [...names].some((key) => !isCovered(key, place))
/** Whether a part only tells of whom or what the rest is, "As a silver member, …". */
const isAdverbial = ([first, ...rest]: readonly Token[]) =>
  /^(?:as|for|like|among|unlik|unlike|with|of)$/.test(first?.term.key ?? '') &&
  !rest.some(({ term }) => /^(?:is|are|was|wa|were|has|ha|have|had|do|doe|did|can|will|must|may)$/.test(term.key))

/** Names by themselves, and who said it, say nothing that can be denied: "Lena Hart, the CFO, is not satisfied". */
const isNameOnly = (tokens: readonly Token[]) =>
  tokens.every((token) => token.isCapital || !isContent(token) || isSaying(token))
const isSaying = ({ term }: Token) => /^(?:say|said|add|explain|stat|state|writ|write|wrote)$/.test(term.key)
/** Whether a part leaves out what it denies, which another says before: "A sachet is included, spare lids are not". */
const isCutShort = (tokens: readonly Token[]) => tokens.length > 0 && isNegation(tokens.at(-1) as Token)
/** Whether something need not be, which says nothing of whether it is: "do not have to work from home". */
const isFree = (tokens: readonly Token[]) =>
  tokens.some(
    (token, at) =>
      isNegation(token) && /^(?:have|need)$/.test(tokens[at + 1]?.term.key ?? '') && tokens[at + 2]?.term.key === 'to',
  )
const isExtreme = ({ term }: Token) => /^(?:most|least)$/.test(term.key)

/** "Do not break the seal" where breaking it does harm. */
const isAdvice = ([first, second, verb]: readonly Token[], { text, tokens }: SourceSentence) =>
  first?.term.key === 'do' &&
  second?.term.key === 'not' &&
  tokens.some(({ term, end }) => term === verb?.term && text.slice(end - 3, end) === 'ing')

/** "Mr Lee, not Ms Ono, signed it" denies only that she did, "It is in room 4, not in room 7" only the place. */
const isContrast = ([first, ...rest]: readonly Token[]) =>
  first !== undefined &&
  isNegation(first) &&
  rest.length > 0 &&
  (prepositions.test(rest[0]?.term.key ?? '') || rest.every(({ isCapital }) => isCapital))
const prepositions = /^(?:in|on|at|to|from|with|for|by)$/
const says = ({ own }: Segment, keys: readonly string[]) => keys.some((key) => own.has(key))
/** Whether a segment only goes on with a list: "found no link between shifts and migraine". */
const isListed = ({ tokens: [first, ...rest] }: Segment) =>
  /^(?:and|or)$/.test(first?.term.key ?? '') && rest.length > 0 && rest.every(isContent)

const isScope = ({ term }: Token) => scope.test(term.key) || denial.test(term.key)
/** "Not since 2011" is last in 2011. */
const isSince = (tokens: readonly Token[]) => tokens.some(({ term }) => /^sinc/.test(term.key))
/** Whether nothing of it is left, or it does not take place, which "no" says, too: "out of stock", "sold out". */
const isGone = (tokens: readonly Token[]) =>
  tokens.some(
    ({ term: { key }, number }, at) =>
      gone.test(key) || number?.value === 0 || (key === 'out' && tokens[at + 1]?.term.key === 'of'),
  )
const gone = /^(?:cancell|cancelled|suspend|abolish|scrap|sold|absent|missing|miss|empt[yi]|gon|unavailabl|zero|nil)$/
/** "A copy of the original" is not the original. */
const isImitation = ({ term }: Token) =>
  /^(?:copi|copy|replica|reproduct|reproduction|imitat|imitation|fake|substitut|substitute)$/.test(term.key)
/** "Not yet" is as much of a denial as "not". */
const isNotYet = ({ term }: Token, before: Token | undefined) =>
  term.key === 'yet' && before !== undefined && isNegation(before)

/** Verbs before "to" that tell what someone means to do. */
const intention =
  /^(?:agree|agre|promis|promise|offer|plan|intend|decid|decide|hope|hop|want|pledg|pledge|vow|propos|propose|threaten|try|attempt)$/
/** Whether only the source says that it was meant to be so. */
const intends = (tokens: readonly Token[], own: readonly Token[]) =>
  tokens.some(
    ({ term }, at) =>
      intention.test(term.key) && tokens[at + 1]?.term.key === 'to' && !own.some((one) => one.term === term),
  )

/** Whether only the source says what is to be: "asked for the export to be finished". */
const isStillToBe = (tokens: readonly Token[], own: readonly Token[]) =>
  tokens.some(({ term }, at) => term.key === 'to' && tokens[at + 1]?.term.key === 'be') &&
  !own.some(({ term }) => term.key === 'be')

/** Whether a part tells of "the monthly one", "the remaining ten", or of other numbers: "from 7 to 15 they pay half" says nothing of children up to 6. */
function isOfOtherOne({ tokens: own }: Segment, { tokens, own: theirs }: Segment): boolean {
  const isOne = ({ term }: Token, at: number) =>
    /^(?:one|ones|other|others|remain|rest)$/.test(term.key) && at > 0 && at < 4
  if (tokens.some(isOne) && !own.some(isOne)) return true
  const numbers = own.filter(({ number }) => number)
  return (
    numbers.length > 0 &&
    numbers.every((token) => !hasTerm(tokens, token)) &&
    [...theirs.values()].some(({ number }) => number !== undefined)
  )
}

/** Whether only the source tells of some of the things: "basic economy flights cannot be changed". */
const isOfSome = (tokens: readonly Token[], own: readonly Token[]) =>
  tokens.some((token, at) => {
    const before = tokens[at - 1]
    const isPlural = token.kind === 'word' && token.end - token.start === token.term.key.length + 1
    return (
      isPlural &&
      hasTerm(own, token) &&
      before?.kind === 'word' &&
      isContent(before) &&
      token.start - before.end === 1 &&
      !hasTerm(own, before)
    )
  })

/** Verbs that do away with what follows: "did not fix the leak" says that there is one. */
const undoing = new Set('fix repair remove solve resolve correct cure eliminate heal mend'.split(' ').map(stemOf))
/** Whether only the source says that something is done away with. */
const undoes = (tokens: readonly Token[], own: readonly Token[]) =>
  tokens.some(({ term }) => undoing.has(term.key) && !own.some((one) => one.term === term))

const isDenial = ({ term }: Token) => denial.test(term.key)

/** Words with which a source says only that something may be so. */
const hedge =
  /^(?:may|might|could|possibl[ey]|potentially|perhap|perhaps|probabl[ey]|presumabl[ey]|likely|unlikely|suspect|belief|believ|assum|seem|appear|expect|reportedl[ey]|allegedl[ey]|partl[ey])$/
/** "May" within a sentence is a month. */
const isHedge = ({ term, isCapital, start }: Token) => hedge.test(term.key) && !(isCapital && start > 0)

const reservation = /^(?:may|might|could|possibl[ey]|perhap|perhaps)$/

/** Whether only the source says it with "may", "might" or "perhaps". */
export function hasReservation(tokens: readonly Token[], own: readonly Token[]): boolean {
  return tokens.some(
    (token) => isHedge(token) && reservation.test(token.term.key) && !own.some(({ term }) => term === token.term),
  )
}
