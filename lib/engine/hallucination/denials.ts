import type { Misplaced } from './misplaced-names'
import { areOpposite } from './opposites'
import { isNegation, negationsIn } from './polarity'
import type { SourceSentence } from './segment'
import { isCovered, type Segment } from './segment'
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
    const same = places.filter((place) => !place.fields && keys.every((key) => isCovered(key, place)))
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

/** Finds a statement about a field of a record whose value says the opposite: "paid", where the record has `"paid": false`. */
export function deniedByField(
  segments: readonly Segment[],
  places: readonly Segment[],
): (Misplaced & { source: SourceSentence }) | null {
  for (const { fields, source } of places) {
    for (const [value, field] of fields ?? []) {
      for (const { own, tokens } of segments) {
        const named = own.get(field)
        if (!source || !named || own.has(value.term.key) || tokens.some(isScope)) continue
        const isDenied = negationsIn(tokens) % 2 === 1
        const opposite = [...own.values()].find((one) => one !== named && areOpposite(one.term.key, value.term.key))
        const isWrong = isDenied ? value.term.key === 'true' : value.term.key === 'fals' || opposite !== undefined
        const at = opposite ?? named
        if (isWrong && isOnlyValue(field, value, places))
          return { from: at, to: at, says: 'The source says otherwise:', source }
      }
    }
  }
  return null
}

/** Whether all records have this value in the field, so that it need not be said which is meant. */
function isOnlyValue(field: string, value: Token, places: readonly Segment[]): boolean {
  return places.every(({ fields }) =>
    [...(fields ?? [])].every(([other, key]) => key !== field || other.term === value.term),
  )
}

const isScope = ({ term }: Token) => scope.test(term.key) || denial.test(term.key)
/** "Not yet" is as much of a denial as "not". */
const isNotYet = ({ term }: Token, before: Token | undefined) =>
  term.key === 'yet' && before !== undefined && isNegation(before)
const isDenial = ({ term }: Token) => denial.test(term.key)
