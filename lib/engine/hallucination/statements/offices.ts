import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { areNamesOfOne } from './aliases'
import type { Conflict } from './elsewhere'
import { isName, isStructured } from './misplaced-names'

/** "X is the head of Y", "X leads Y". */
const holding =
  /^(?:is|was) (?:the|our|its) |^(?:leads|led|heads|headed|chairs|chaired|directs|directed|manages|managed) (?:the|our|its) /
const quick =
  /^(?:\p{Lu}[\p{L}.'’-]* ){1,4}(?:(?:is|was) (?:the|our|its)|leads|led|heads|headed|chairs|chaired|directs|directed|manages|managed) /u
const other =
  /\?|\b(?:former(?:ly)?|ex|previous(?:ly)?|until|deputy|acting|assistant|succeed\w*|replac\w*|not|never|if|would|one of|only|first|last|most|least)\b/i
/** Words of an office with what it is of, letters that two forms of one word share, and sentences that are looked at. */
const [officeMax, alikeMin, placesMax] = [4, 4, 40]

/**
 * Finds the office of one told of another who is named: "Helen Marsh is the Head of Pricing" where the sources have "Martin Hale, Head of Pricing"
 * and never tell the office of her.
 */
export function withOfficeOfAnother(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const { text } = sentence
  if (!quick.test(text) || other.test(text)) return null
  const tokens = sentence.tokens()
  let end = 0
  while (isName(tokens[end], end, index)) end++
  const [verb, last] = [tokens[end], tokens[end - 1]]
  if (end === 0 || !verb || !last || !holding.test(text.slice(verb.start)) || negationsIn(tokens) > 0) return null
  const name = tokens.slice(0, end)
  const office = tokens.slice(end).filter((token) => isContent(token))
  if (office.length > officeMax) return null
  const labelled = labelledOtherwise(name, office[0], index)
  if (labelled)
    return { type: 'source_contradiction', from: name[0] ?? last, to: last, says: 'The source says', source: labelled }
  const nouns = office.filter((token) => token !== verb)
  const [first] = nouns
  if (!first) return null
  const rarest = nouns.reduce(
    (one, two) => (index.weightOf(two.term.id) > index.weightOf(one.term.id) ? two : one),
    first,
  )
  const places = index.placesOf(rarest.term.id, placesMax)
  if (places.length > placesMax) return null
  let found: SourceSentence | null = null
  for (const place of places) {
    const source = index.sentence(place)
    if (source.terms().has(last.term)) return null
    if (found || !source.isWhole || isStructured(source.text) || other.test(source.text)) continue
    const holder = holderIn(source, office)
    if (holder && !areNamesOfOne(name, holder, index)) found = source
  }
  const from = name[0]
  return found && from
    ? { type: 'source_contradiction', from, to: last, says: 'The source says this of something else:', source: found }
    : null
}

/** The sentence that has others under an office as its label, if none tells the office of the one who is named: "Chair: Alice Moor." */
function labelledOtherwise(
  name: readonly Token[],
  office: Token | undefined,
  index: SourceIndex,
): SourceSentence | null {
  if (!office) return null
  const sources = index.placesOf(office.term.id, placesMax).map((place) => index.sentence(place))
  if (sources.some((source) => name.some(({ term }) => source.terms().has(term)))) return null
  const isLabel = ({ tokens: [first, ...rest], text, isWhole }: SourceSentence) =>
    isWhole &&
    first?.term === office.term &&
    /^: /.test(text.slice(first.end)) &&
    rest.length > 0 &&
    rest.every(isNamed)
  return sources.find((source) => isLabel(source) && !areNamesOfOne(name, source.tokens.slice(1), index)) ?? null
}

/** The name that stands directly before or behind all words of an office, which stand side by side. */
function holderIn({ tokens, text }: SourceSentence, office: readonly Token[]): readonly Token[] | null {
  const places = office.map(({ term }) => tokens.findIndex((token) => areAlike(term.key, token.term.key)))
  const [from, to] = [Math.min(...places), Math.max(...places)]
  if (from < 0 || to - from >= office.length + 1) return null
  const behind: Token[] = []
  for (let at = to + 1; isNamed(tokens[at]) && text.slice(tokens[at - 1]?.end, tokens[at]?.start) === ' '; at++)
    behind.push(tokens[at] as Token)
  const before: Token[] = []
  const gap = text.slice(tokens[from - 1]?.end, tokens[from]?.start)
  for (let at = from - 1; /^, $/.test(gap) && isNamed(tokens[at]); at--) before.unshift(tokens[at] as Token)
  const holder = behind.length > 1 ? behind : before
  return holder.length > 1 ? holder : null
}

const isNamed = (token: Token | undefined) => token !== undefined && isContent(token) && token.isCapital

/** Whether two words are forms of one: "leads" and "leader". */
const areAlike = (one: string, two: string) =>
  one === two || (Math.min(one.length, two.length) >= alikeMin && (one.startsWith(two) || two.startsWith(one)))
