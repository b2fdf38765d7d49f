import { isSameHour } from '../sources/alignment'
import { isWithinRange } from '../sources/other-case'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import { isNegation, negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

const denying = /\b(?:den(?:y|ies|ied)|disput(?:es?|ed)|refut(?:es?|ed)|rul(?:es|ed) out)\b/
const succession = /\b(?:predecessors?|successors?|succeed(?:s|ed)|replac(?:es|ed))\b/
const others = /\b(?:the (?:others|rest)|all others|everyone else)\b/
/** Whether a source has an hour on the other clock: 4:20 pm for 16:20. */
const isHourOf = (hour: Token, tokens: readonly Token[], source: readonly Token[]) =>
  source.some((one, at) => one.number && isSameHour(hour, tokens[tokens.indexOf(hour) + 1], one, source[at + 1]))
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

/** Words of a part that only tells what something is not. */
const partMax = 3
const joining = /^(?:or|nor|and|the|a|an|on|in|at|to|for|with|from|by|of|every|each)$/

/** Whether a sentence denies what a source leaves out by ", not" as well: "Tests do not cover the expiry". */
export function isLeftOut(tokens: readonly Token[], source: SourceSentence): boolean {
  return negationsIn(tokens) === 1 && leftOutIn(source).some((part) => part.every((token) => hasTerm(tokens, token)))
}

/** The parts of a sentence behind ", not", "but not" and "nor", of one to three words each. */
function leftOutIn({ text, tokens, isWhole }: SourceSentence): Token[][] {
  const base = isWhole ? 0 : (tokens[0]?.start ?? 0)
  const gapBefore = (at: number) => text.slice((tokens[at - 1]?.end ?? base) - base, (tokens[at]?.start ?? base) - base)
  return tokens.flatMap((token, at) => {
    const isBut = tokens[at - 1]?.term.key === 'but' && token.term.key === 'not'
    if (at === 0 || !isNegation(token) || !(gapBefore(at).includes(',') || token.term.key === 'nor' || isBut)) return []
    // "Not the belt or the lamp" leaves out each of them.
    const parts: Token[][] = [[]]
    for (let end = at + 1; end < tokens.length; end++) {
      const next = tokens[end] as Token
      if ((end > at + 1 && /[,;:(]/.test(gapBefore(end))) || isNegation(next)) break
      if (next.term.key === 'or') parts.push([])
      if (joining.test(next.term.key)) continue
      if (!isContent(next) && next.number === undefined) return []
      parts.at(-1)?.push(next)
    }
    return parts.filter((part) => part.length > 0 && part.length <= partMax)
  })
}
