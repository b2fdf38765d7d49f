import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Term } from '../words/vocabulary'
import type { Conflict } from './elsewhere'

/** Words of a name, of a title, and of what it is the title of. */
const [nameMin, titleMax, ofMax] = [2, 3, 5]
const article = /^(?:the|its|our)$/
const being = /^(?:is|was|wa|as|ha|became|become|remain)$/
/** A name beside a title or behind a label, for a quick check. */
const titled = /(?:[,:]| is| was) (?:[A-Z]|[^\0-\x7F]|the |its |our )/

/** What was so before, or is told of a second one. */
const other =
  /\b(?:former(?:ly)?|ex|previous(?:ly)?|until|deputy|acting|assistant|succeed\w*|replac\w*|also|not|never|if|would)\b|\?/i

/** Someone with a title that is told of one only, "the captain". */
interface Holder {
  title: Term
  name: readonly Token[]
}

/**
 * Finds a name with the title that a source gives to another, where it gives this one a title of its own in the same sentence: "the captain, Bo
 * Ek" for "the captain, Ida Roth, and the coach, Bo Ek".
 */
export function withTitleOfAnother(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  if (!mayHaveHolder(sentence) || !titled.test(sentence.text) || other.test(sentence.text)) return null
  const tokens = sentence.tokens()
  const own = negationsIn(tokens) > 0 ? [] : holdersIn(sentence.text, tokens)
  for (const { title, name } of own) {
    let found: SourceSentence | null = null
    let isSaid = false
    for (const place of places()) {
      const source = index.sentence(place)
      if (!source.isWhole || !source.terms().has(title) || other.test(source.text)) continue
      const theirs = holdersIn(source.text, source.tokens)
      const isOwn = (one: Holder) => areSame(one.name, name)
      isSaid ||= theirs.some((one) => one.title === title && isOwn(one))
      const isOfOther = theirs.some((one) => one.title === title && !isOwn(one) && !areAlike(one.name, name))
      if (isOfOther && theirs.some((one) => one.title !== title && isOwn(one))) found ??= source
    }
    const [from, to] = [name[0], name.at(-1)]
    if (found && !isSaid && from && to)
      return { type: 'source_contradiction', from, to, says: 'The source says this of something else:', source: found }
  }
  return null
}

/** Whether a sentence has two words with capitals in a row, which is much cheaper to tell than by its tokens. */
function mayHaveHolder({ table, from, to }: ReadSentence): boolean {
  for (let at = from + 1; at < to; at++) if (table.isCapital(at) && table.isCapital(at - 1)) return true
  return false
}

const isNamed = (token: Token | undefined) => token !== undefined && isContent(token) && token.isCapital
const isPlain = (token: Token | undefined) => token !== undefined && isContent(token) && !token.isCapital
const areSame = (one: readonly Token[], two: readonly Token[]) => one.at(-1)?.term === two.at(-1)?.term
const areAlike = (one: readonly Token[], two: readonly Token[]) =>
  one.some(({ term }) => two.some((token) => token.term === term))

/** The names that a sentence gives a title: before or behind "the captain of the team", or behind the label "Captain:". */
function holdersIn(text: string, tokens: readonly Token[]): Holder[] {
  const found: Holder[] = []
  for (const [at, { term, isCapital }] of tokens.entries()) {
    if (isCapital && at <= 1 && /^:\s/.test(text.slice(tokens[at]?.end, tokens[at + 1]?.start))) {
      const name = nameFrom(tokens, at + 1)
      if (name) found.push({ title: term, name })
    }
    if (!article.test(term.key)) continue
    let end = at + 1
    while (end <= at + titleMax && isPlain(tokens[end])) end++
    const title = tokens[end - 1]
    if (end === at + 1 || !title) continue
    const isOf = being.test(tokens[at - 1]?.term.key ?? '')
    const isBeside = text.slice(tokens[at - 1]?.end, tokens[at]?.start).includes(',')
    const before = isOf || isBeside ? nameTo(tokens, isOf ? at - 1 : at) : null
    const behind = nameFrom(tokens, endOfOwner(tokens, end))
    const name = before ?? behind
    if (name) found.push({ title: title.term, name })
  }
  return found
}

/** Where the name may begin behind a title: after "of the sailing club" and "is". */
function endOfOwner(tokens: readonly Token[], from: number): number {
  let at = from
  if (tokens[at]?.term.key === 'of') {
    at++
    while (at < from + ofMax && isPartOfOwner(tokens[at])) at++
  }
  return being.test(tokens[at]?.term.key ?? '') ? at + 1 : at
}

const isPartOfOwner = (token: Token | undefined) =>
  token !== undefined && (article.test(token.term.key) || isContent(token))

function nameFrom(tokens: readonly Token[], from: number): readonly Token[] | null {
  let end = from
  while (isNamed(tokens[end])) end++
  return end - from >= nameMin ? tokens.slice(from, end) : null
}

function nameTo(tokens: readonly Token[], to: number): readonly Token[] | null {
  let start = to
  while (isNamed(tokens[start - 1])) start--
  return to - start >= nameMin ? tokens.slice(start, to) : null
}
