import type { ReadSentence } from '../sources/read-prose'
import type { SourceIndex } from '../sources/source-index'
import type { SourceReading } from '../sources/source-reading'
import { stemOf } from '../text/stems'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'
import { isStructured } from './misplaced-names'

/** What joins a condition to what it is of: in any case; even so; unless it is so; if it is so. */
const joints =
  /\b(?:(whether or not|regardless of (?:whether|if)|no matter (?:whether|if))|(even (?:if|when))|(unless|except (?:if|when))|((?:only |but )?(?:if|when)|provided(?: that)?|as long as|on condition that))\b/gi
/** A word of each. */
const wordsOfJoints = ['if', 'when', 'unless', 'except', 'provided', 'long', 'condition'].map(stemOf)
const isConditional = /\b(?:if|when|unless|whether|provided|as long as|on condition)\b/i

/** Whether sources may tell in which case something is so. */
export function haveConditions({ index, vocabulary }: SourceReading): boolean {
  return wordsOfJoints.some((word) => index().has(vocabulary.term(word).id))
}

/** What makes no statement of it. */
const open =
  /\?|\b(?:asks?|asked|wonders?|wondered|check|checks|see|know|knows|unclear|tell|depends?) (?:if|whether|when)\b/i
/** Words that do not tell in which case it is so. */
const plain = /^(?:alway|always|only|even|then|therefor)$/
const mainMin = 2

/** What is told of a case: in all cases, or where the condition holds, or where it does not. */
interface Conditional {
  joint: Token
  main: readonly Token[]
  condition: readonly Token[]
  isDenied: boolean
  holds: 'always' | 'even' | boolean
}

/**
 * Finds what is told of the opposite case, or of every case, where a source tells it of one: "even if it rains" and "if it rains" for
 * "unless it rains". All other words are the same.
 */
export function ofAnotherCase(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  if (!isConditional.test(sentence.text)) return null
  const own = conditionalIn(sentence.text, sentence.tokens())
  if (!own || own.main.length < mainMin) return null
  let found: Conflict | null = null
  for (const place of places()) {
    const source = index.sentence(place)
    const other = source.isWhole && !isStructured(source.text) ? conditionalIn(source.text, source.tokens) : null
    if (!other || own.isDenied !== other.isDenied) continue
    if (!areSame(own.main, other.main) || !areSame(own.condition, other.condition)) continue
    // Where a source tells it of both cases, nothing is denied.
    if (isToldOf(own, other)) return null
    const says = 'The source says so of another case:'
    found ??= { type: 'source_contradiction', from: own.joint, to: own.condition.at(-1) ?? own.joint, says, source }
  }
  return found
}

/** Whether what is told of one case is told of the other, too. */
function isToldOf(own: Conditional, other: Conditional): boolean {
  return typeof other.holds !== 'boolean' || (own.holds !== 'always' && mustHold(own) === mustHold(other))
}

/** Whether the condition has to hold: not "unless", not "even if not". */
const mustHold = ({ condition, holds }: Conditional) => (negationsIn(condition) % 2 === 0) === (holds !== false)

function areSame(one: readonly Token[], other: readonly Token[]): boolean {
  const termsOf = (tokens: readonly Token[]) => new Set(tokens.flatMap((token) => (isTelling(token) ? token.term : [])))
  const [left, right] = [termsOf(one), termsOf(other)]
  return left.size > 0 && left.size === right.size && [...left].every((term) => right.has(term))
}

const isTelling = (token: Token) => token.kind !== 'word' || (isContent(token) && !plain.test(token.term.key))

/** The only condition of a sentence, and what it is of. */
function conditionalIn(text: string, tokens: readonly Token[]): Conditional | null {
  if (open.test(text)) return null
  const [match, more] = text.matchAll(joints)
  if (!match || more) return null
  const [joint, always, even, unless] = match
  const [from, to] = [match.index, match.index + joint.length]
  const first = tokens.find(({ start }) => start >= from)
  if (!first) return null
  const pause = text.indexOf(',', to)
  const behind = pause < 0 ? text.length : pause
  const condition = tokens.filter(({ start }) => start >= to && start < behind)
  const main = tokens.filter(({ start }) => start < from || start >= behind).filter(isTelling)
  const isDenied = negationsIn(tokens.filter(({ start }) => start < from || start >= behind)) % 2 === 1
  const holds = always ? 'always' : even ? 'even' : !unless
  return { joint: first, main, condition, isDenied, holds }
}
