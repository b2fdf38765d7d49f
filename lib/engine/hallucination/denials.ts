import type { Misplaced } from './misplaced-names'
import { isNegation, negationsIn } from './polarity'
import { isCovered, type Segment, type SourceSentence } from './segment'
import type { Token } from './tokens'

/** Words with which a negation has another scope. */
const scope =
  /^(?:only|just|yet|until|unles|less|more|fewer|necessarily|all|every|if|any|without|longer|either|except|instead|rather)$/
/** Verbs that deny what follows: "rejected the plan to sell". */
const denial =
  /^(?:reject|declin|refus|fail|deny|prevent|cancel|avoid|miss|lack|stop|discontinu|exclud|dismiss|ban|forbid|forbidden|withdraw|drop)$/

/** Finds a statement that the sources make with a negation, or deny without one. */
export function denied(
  segments: readonly Segment[],
  places: readonly Segment[],
): (Misplaced & { source: SourceSentence }) | null {
  for (const claim of segments) {
    // "There are signs" says nothing more than "signs".
    const keys = [...claim.own.keys()].filter((key) => key !== 'ther')
    if (keys.length < 2 || claim.tokens.some(isScope)) continue
    const count = negationsIn(claim.tokens)
    const same = places.filter((place) => !place.isRecord && keys.every((key) => isCovered(key, place)))
    const isOther = ({ tokens }: Segment) => negationsIn(tokens) % 2 !== count % 2
    const other = same.find((place) => isOther(place) && keys.some((key) => place.own.has(key)))
    const source = other?.source
    // A sentence with a denial in another segment may say the same.
    if (
      !source ||
      negationsIn(source.tokens) % 2 === count % 2 ||
      !same.every(isOther) ||
      other.tokens.some((token, at) => isScope(token) && !isNotYet(token, other.tokens[at - 1])) ||
      source.tokens.some(isDenial)
    )
      continue
    const [from] = claim.tokens
    const to = claim.tokens.at(-1)
    if (from && to) return { from, to, says: 'The source says otherwise:', source }
  }
  return null
}

const isScope = ({ term }: Token) => scope.test(term.key) || denial.test(term.key)
/** "Not yet" is as much of a denial as "not". */
const isNotYet = ({ term }: Token, before: Token | undefined) =>
  term.key === 'yet' && before !== undefined && isNegation(before)
const isDenial = ({ term }: Token) => denial.test(term.key)
