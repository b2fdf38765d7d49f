import { hasLike } from '../sources/alignment'
import type { SourceSentence } from '../sources/segment'
import type { SourceReading } from '../sources/source-reading'
import { stemOf } from '../text/stems'
import { areOpposite } from '../words/opposites'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { isStructured } from './misplaced-names'

/** What joins an exception to what it is of. */
const joints = /\b(?:unless|except(?:ing)?|excluding|apart from)\b/gi
const wordsOfJoints = ['unless', 'except', 'excluding', 'apart'].map(stemOf)
/** Words for whom or what an exception is made. */
const plain = /^(?:those|that|who|which|one|person|people|peopl|case|time|other)$/

/** Whether sources may make exceptions. */
export function haveExceptions({ index, vocabulary }: SourceReading): boolean {
  return wordsOfJoints.some((word) => index().has(vocabulary.term(word).id))
}

/** A statement of the sources, the case that it excepts, and what else is told behind that. */
interface Excepting {
  main: readonly Token[]
  excepted: readonly Token[]
  behind: readonly Token[]
}

/**
 * Whether a sentence tells of the case that a source excepts, and so denies what that says, or gives a value that stands behind the exception:
 * "Readers who owe more have to pay" for "Fines are waived unless readers owe more".
 */
export function isExcepted(tokens: readonly Token[], value: Token, source: SourceSentence): boolean {
  const parts = exceptingIn(source)
  // "--once" tells something, "once" does not.
  const isOption = ({ start }: Token) => source.text.charAt(start - 1) === '-'
  const isOnly = (token: Token) => (isTelling(token) || isOption(token)) && hasLike(tokens, token)
  if (!parts?.excepted.some((token) => isOnly(token) && !hasLike(parts.main, token))) return false
  return (value.number && hasLike(parts.behind, value)) || isDeniedIn(tokens, parts.main)
}

const opposes = ({ term }: Token, tokens: readonly Token[]) => tokens.some((one) => areOpposite(term.key, one.term.key))

const isTelling = (token: Token) => token.kind !== 'word' || (isContent(token) && !plain.test(token.term.key))

/** Whether a sentence denies a statement, by a negation or by an opposite word. */
function isDeniedIn(tokens: readonly Token[], main: readonly Token[]): boolean {
  const turned = tokens.filter((token) => opposes(token, main) && !hasLike(main, token)).length
  return (negationsIn(tokens) + turned + negationsIn(main)) % 2 === 1
}

function exceptingIn({ text, tokens, isWhole }: SourceSentence): Excepting | null {
  const [match, more] = isWhole && !isStructured(text) ? text.matchAll(joints) : []
  if (!match || more) return null
  const [from, to] = [match.index, match.index + match[0].length]
  const pause = text.slice(to).search(/[,;:.]\s/)
  const end = pause < 0 ? text.length : to + pause
  const isFirst = !tokens.some(({ start }) => start < from)
  return {
    main: tokens.filter(({ start }) => (isFirst ? start >= end : start < from)),
    excepted: tokens.filter(({ start }) => start >= to && start < end),
    behind: tokens.filter(({ start }) => start >= to && (!isFirst || start < end)),
  }
}
