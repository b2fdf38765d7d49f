import { BOUND, MANY, POLAR, SCOPE } from '../words/turning'
import type { Claim } from './claim'
import type { Conflict } from './elsewhere'
import { isChanging, reversedDirection } from './moves'
import { deniedOtherwise } from './polarity'
import { otherwiseQualified } from './qualifiers'

/** Finds "moved from A to B" where a source has "from B to A", in whatever other words. */
export function movedBack({ sentence, places, text }: Claim): Conflict | null {
  const tokens = sentence.tokens()
  if (!tokens.some(isChanging)) return null
  const found = reversedDirection(
    tokens,
    places().map((place) => text.index.sentence(place)),
  )
  return found && { type: 'source_contradiction', ...found }
}

/** Finds what is denied in other words. */
export function denied(claim: Claim): Conflict | null {
  const isPolar = (claim.turning() & POLAR) !== 0
  if (!isPolar && (claim.text.turning & POLAR) === 0) return null
  return deniedOtherwise(claim.sentence, claim.places(), claim.text.index, isPolar)
}

/** Finds what is qualified otherwise: at least and at most, most and all, per person and per car. */
export function qualified(claim: Claim): Conflict | null {
  const { turning } = claim.text
  const bits = claim.turning()
  const isMany = (bits & turning & MANY) !== 0
  const isOfValue = ((turning & BOUND) !== 0 || (bits & turning & SCOPE) !== 0) && claim.hasNumber()
  return isMany || isOfValue
    ? otherwiseQualified(claim.sentence, isMany, isOfValue, claim.places(), claim.text.index)
    : null
}
