import type { Misplaced } from './misplaced-names'
import { negationsIn } from './polarity'
import type { Segment, SourceSentence } from './segment'

/** Words with which a source says only that something may be so. */
const hedge =
  /^(?:may|might|could|possibl[ey]|potentially|perhap|perhaps|probabl[ey]|presumabl[ey]|likely|unlikely|suspect|belief|believ|assum|seem|appear|expect|reportedl[ey]|allegedl[ey]|partl[ey])$/
/** Words with which an output says no more than that, or asks for it. */
const soft =
  /^(?:only|can|would|should|if|when|allow|permit|optional|option|chanc|risk|think|thought|hop|plan|want|like|welcom|free|according|accord|say|said|claim|warn|caution|up|most|least|potential|possibilit[yi]|unclear)$/

/** Finds a statement that the sources make only with a hedge: "she may need a new one". A hedge may also be a permission: only a warning. */
export function unhedged(
  segments: readonly Segment[],
  places: readonly Segment[],
): (Misplaced & { source: SourceSentence; isWeak: boolean }) | null {
  for (const { tokens, own } of segments) {
    const keys = [...own.keys()]
    if (keys.length < 2 || tokens.some(({ term }) => hedge.test(term.key) || soft.test(term.key))) continue
    // What goes on from a statement says nothing about it.
    const same = places.filter(
      (place) =>
        !place.isRecord &&
        keys.some((key) => place.own.has(key)) &&
        keys.every((key) => place.own.has(key) || place.inherited.has(key)),
    )
    const [first] = same
    const source = first?.source
    const isHedged = (place: Segment) =>
      place.tokens.some(({ term, isCapital, start }) => hedge.test(term.key) && !(isCapital && start > 0))
    if (
      !first ||
      !source ||
      !same.every((place) => isHedged(place) && keys.filter((key) => place.own.has(key)).length >= keys.length - 1)
    )
      continue
    if (negationsIn(tokens) % 2 !== negationsIn(first.tokens) % 2) continue
    const [from] = tokens
    const to = tokens.at(-1)
    if (from && to) return { from, to, says: 'The source says so only with reservation:', source, isWeak: true }
  }
  return null
}
