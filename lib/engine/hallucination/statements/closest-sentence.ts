import { type Alignment, alignmentsOf, isDense, isEquivalent } from '../sources/alignment'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { areAlike, areOpposite, oppositesOf } from '../words/opposites'
import { deniesOfMost, excepts, isBeyond, isOfOthers, negationsIn } from '../words/quantifiers'
import type { Token } from '../words/tokens'
import type { Claim } from './claim'
import { hasReservation } from './denials'
import type { Conflict } from './elsewhere'
import { invertedWord } from './inverted-words'
import { exchangedWords, isStructured, replacedName } from './misplaced-names'
import { isAboutTheSame, isOpposed, mayBeAboutTheSame } from './same-subject'
import { isConverse, isTurnedComparison } from './turned-comparisons'
import { valueConflict } from './value-conflict'

/** Finds what the closest sentence of the sources denies of one that is about the same. */
export function deniedByClosest({
  sentence,
  isKnown,
  closest: candidates,
  text: { reading, index },
}: Claim): Conflict | null {
  const tokens = sentence.tokens()
  if (!isKnown || !candidates().some((source) => mayBeAboutTheSame(tokens, source))) return null
  const all = alignmentsOf(tokens, candidates(), index)
  // A sentence with nothing new may combine distant parts of a source; only what is side by side there can be at the wrong place.
  const alignments = sentence.newness().novelty > 0 ? all : all.filter(isDense)
  const [closest] = alignments
  if (!closest) return null
  const { source } = closest
  if (isTurnedComparison(tokens, source.tokens)) return null
  if (isAboutTheSame(tokens, closest)) {
    const differing = valueConflict(sentence, alignments, reading)
    // "Five of seven did not vote for it" where two did.
    if (differing && negationsIn(tokens) % 2 !== negationsIn(source.tokens) % 2) return null
    // "It opens at 9" where it closes at 8.
    if (differing && hasOpposite(tokens, source)) return null
    // "Closed on Mondays" where it is open from Tuesday on.
    const named = differing ? null : opposedName(tokens, closest, index)
    const value =
      differing ??
      (named &&
      hasOpposite(
        tokens.filter((token) => token !== named.from),
        source,
      )
        ? null
        : named)
    if (value) return { ...value, source }
    // The rows of a table differ in their values by design.
    if (isStructured(source.text)) return null
    const moved = exchangedWords(tokens, closest)
    // "A did not call B" says nothing of B's call.
    if (moved && negationsIn(tokens) % 2 !== negationsIn(source.tokens) % 2) return null
    // "B lost to A" says that A beat B.
    if (moved && isConverse(tokens, source.tokens)) return null
    if (moved) return { type: 'source_contradiction', ...moved, source }
    // Another value is told of another thing.
    const isOther = tokens.some((token) => token.number && !source.tokens.some((one) => isEquivalent(token, one)))
    const inverted =
      isOther ||
      isBeyond(tokens, source.tokens) ||
      // "Did not rise in May" where it rose in March and fell in May.
      (negationsIn(tokens) % 2 === 1 && isOfBoth(tokens, source)) ||
      isAgreed(sentence.text, source.text) ||
      excepts(tokens, source.tokens) ||
      isOfOthers(tokens, source.tokens) ||
      deniesOfMost(tokens, source.tokens) ||
      hasReservation(source.tokens, tokens) ||
      // "No defects" where 0 were found.
      source.tokens.some(({ number }) => number?.value === 0)
        ? null
        : invertedWord(tokens, closest)
    if (inverted)
      return { type: 'source_contradiction', from: inverted, to: inverted, says: 'The source says otherwise:', source }
  } else {
    const moved = isStructured(source.text) ? null : exchangedWords(tokens, closest)
    if (moved && !isConverse(tokens, source.tokens)) return { type: 'source_contradiction', ...moved, source }
  }
  const replaced = replacedName(tokens, alignments, index)
  return replaced && { type: 'source_contradiction', ...replaced }
}

/** Whether a denial agrees with what a source says in other words: what was mended is so no more, what is forbidden must not be. */
const isAgreed = (text: string, source: string) =>
  (denialOfNow.test(text) && mended.test(source)) ||
  (/\b(?:mustn['’]t|can['’]t|cannot|(?:must|may|should) not)\b/i.test(text) && forbidding.test(source)) ||
  notTheOne.test(text)
const forbidding = /\b(?:forbidden|prohibited|banned|barred|blocked|excluded|suspended|impossible|ruled out)\b/i
const denialOfNow = /\b(?:not|n['’]t)\b.*\bany ?(?:more|longer)\b|n['’]t\b.*\bany ?(?:more|longer)\b|\bno longer\b/i
const mended = /\b(?:fixed|solved|resolved|no longer|(?:was|were|had|used to)\b)/i
/** "It wasn't Mara who did it" denies only that she did. */
const notTheOne = /\b(?:is|was)(?: not|n['’]t) .{1,40} (?:who|that|which) /i

/** Whether a word of a sentence is the opposite of one in its source, which does not have it. */
function hasOpposite(tokens: readonly Token[], source: SourceSentence): boolean {
  const keys = new Set(source.tokens.map(({ term }) => term.key))
  return tokens.some((token) => isOpposed(token, keys))
}

/** Whether a source has a word of a sentence and its opposite. */
const isOfBoth = (tokens: readonly Token[], { tokens: others }: SourceSentence) =>
  tokens.some(
    ({ term }) =>
      others.some((other) => areAlike(term.key, other.term.key)) &&
      others.some((other) => areOpposite(term.key, other.term.key)),
  )

/** Finds a weekday, or another capitalized word with opposites, in place of one, unless the sources have it elsewhere. */
function opposedName(
  tokens: readonly Token[],
  { pairs, source }: Alignment,
  index: SourceIndex,
): Omit<Conflict, 'source'> | null {
  for (const [own, inSource] of pairs) {
    const [one, other] = [tokens[own], source.tokens[inSource]]
    if (!one || !other || !oppositesOf(one.term.key)?.has(other.term.key) || index.has(one.term.id)) continue
    const type = one.term.key.endsWith('day') ? 'temporal_error' : 'source_contradiction'
    return { type, from: one, to: one, says: 'The source says' }
  }
  return null
}
