import type { ReadSentence } from '../sources/read-prose'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import { sidesOf } from './dated-events'
import type { Conflict } from './elsewhere'
import { isStructured } from './misplaced-names'
import { areMoved } from './turned-comparisons'

const joints = /^(?:befor|before|after)$/

/** Words of a sentence that stay on their side when what comes first is told last: the verb. */
const keptMax = 1

/** A quick check for either word. */
export const mayTellSequence = (text: string) =>
  text.includes('efore') || text.includes('fter') || text.includes(' then ')

/**
 * Finds what comes after as what comes before: "The report runs after the backup" where the backup runs after the report. All words are those of
 * the source.
 */
export function inOtherOrder(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  if (!mayTellSequence(sentence.text)) return null
  const tokens = sentence.tokens()
  const own = sequenceIn(tokens)
  if (!own) return null
  for (const place of places()) {
    const source = index.sentence(place)
    const other = source.isStatement() && !isStructured(source.text) ? sequenceIn(source.tokens) : null
    if (!other || own.isBefore !== other.isBefore || !areMoved(own, other)) continue
    if (negationsIn(tokens) !== negationsIn(source.tokens)) continue
    const all = [...other.before, ...other.behind]
    const kept = [
      ...own.before.filter((one) => hasTerm(other.before, one)),
      ...own.behind.filter((one) => hasTerm(other.behind, one)),
    ]
    if (kept.length > keptMax || ![...own.before, ...own.behind].every((one) => hasTerm(all, one))) continue
    const { joint } = own
    return { type: 'temporal_error', from: joint, to: joint, says: 'The source says it the other way round:', source }
  }
  return null
}

/** Whether one sentence tells what another does, from the other side: "B came before A" and "A came after B". */
export function isTurnedSequence(tokens: readonly Token[], others: readonly Token[]): boolean {
  const [own, other] = [sequenceIn(tokens), sequenceIn(others)]
  return own !== null && other !== null && own.isBefore !== other.isBefore && areMoved(own, other)
}

interface Sequence {
  joint: Token
  isBefore: boolean
  /** What is told to be before or after, and of what. */
  before: readonly Token[]
  behind: readonly Token[]
}

function sequenceIn(tokens: readonly Token[]): Sequence | null {
  const isJoint = ({ term }: Token) => joints.test(term.key)
  const all = tokens.filter(isJoint)
  const [joint, more] = all.length > 0 ? all : tokens.some(isCondition) ? [] : tokens.filter(isThen)
  if (!joint || more) return null
  const at = tokens.indexOf(joint)
  const sides = sidesOf(tokens, at)
  if (!sides) return null
  const [before = [], behind = []] = sides.map((side) =>
    side.filter((token) => (isContent(token) || token.kind !== 'word') && token.term.key !== 'first'),
  )
  return { joint, isBefore: joint.term.key !== 'after', before, behind }
}

const isThen = ({ term }: Token) => term.key === 'then'
/** "If A, then B" tells no order. */
const isCondition = ({ term }: Token) => /^(?:if|when|whenever|since|than)$/.test(term.key)
