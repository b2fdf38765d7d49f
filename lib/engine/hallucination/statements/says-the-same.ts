import { isSameHour } from '../sources/alignment'
import { isWithinRange } from '../sources/other-case'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import { oppositesOf } from '../words/opposites'
import { isNegation, negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

const denying = /\b(?:den(?:y|ies|ied)|disput(?:es?|ed)|refut(?:es?|ed)|rul(?:es|ed) out)\b/
const succession = /\b(?:predecessors?|successors?|succeed(?:s|ed)|replac(?:es|ed))\b/
const others = /\b(?:the (?:others|rest)|all others|everyone else)\b/
/** Whether a source has an hour on the other clock: 4:20 pm for 16:20. */
const isHourOf = (hour: Token, tokens: readonly Token[], source: readonly Token[]) =>
  source.some((one, at) => one.number && isSameHour(hour, tokens[tokens.indexOf(hour) + 1], one, source[at + 1]))
/** Whether a denial is of a day that a source tells in another part: "may not set up on Monday" for "set up on Tuesday; dismantling ends on Monday". */
function isOfOtherPart(tokens: readonly Token[], source: SourceSentence): boolean {
  const word = tokens.slice(tokens.findIndex(isNegation) + 1).find(isContent)
  const days = tokens.filter((token) => token.isCapital && oppositesOf(token.term.key))
  if (!word || days.length === 0 || negationsIn(tokens) === 0 || !source.isWhole) return false
  const partsWith = ({ term }: Token) =>
    source.tokens.flatMap((one) => (one.term === term ? source.text.slice(0, one.start).split(';').length : []))
  return days.some((day) => partsWith(day).length > 0 && !partsWith(day).some((part) => partsWith(word).includes(part)))
}
const position = /^(?:abov|below|under|over|behind|north|south|east|west|left|right)$/

/** Whether a word and its opposite say the same here, because what stands around them is turned, too. */
export function saysTheSame(sentence: ReadSentence, { from, to, says, source }: Conflict): boolean {
  const { key } = from.term
  const { text } = sentence
  const tokens = sentence.tokens()
  // "Interns may not" where they must not; "not possible without consent" where it is possible only with it.
  if (/^(?:may|must)$/.test(key) && negationsIn(tokens) > 0 && negationsIn(source.tokens) > 0) return true
  if (key === 'without' && negationsIn(tokens) > 1) return true
  // "If a guard is present, staff may enter without a badge" where they need one unless a guard is present.
  if (/^with/.test(key) && /\bif\b/i.test(text) && /\bunless\b/.test(source.text)) return true
  // "According to the firm, it was not faulty" where the firm denies that it was.
  if (says.endsWith('otherwise:') && negationsIn(tokens) % 2 === 1 && denying.test(source.text)) return true
  // "The Flink has two years" where the others have.
  if (from.isCapital && others.test(source.text) && !hasTerm(source.tokens, from)) return true
  // "Domm led it before Brahm" where Domm was her predecessor.
  if (says.startsWith('Two') && succession.test(text) !== succession.test(source.text)) return true
  if (says.endsWith('otherwise:') && text.includes('no longer') && /\bfrom\b.* to /.test(source.text)) return true
  if (says.endsWith('otherwise:') && isOfOtherPart(tokens, source)) return true
  if (to.number) return isHourOf(to, tokens, source.tokens) || isWithinRange(to, tokens, source.tokens)
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
