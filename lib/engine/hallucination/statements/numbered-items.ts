import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { ordinalIn } from '../tables/ordinals'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

/** The number of an item, within a sentence or at the start of a line. */
const marker = /(?:^|[\s:;,(])(\d{1,2})[.)](?:\s+(?=\S)|\s*$)/g
/** Sentences that are looked through, items of a list, words before it that tell of what it is, and words that go on with an item. */
const [sentencesMax, itemsMax, leadMax, restMax] = [500, 30, 8, 200]
/** What an item of any list may be called. */
const generic = /^(?:item|entry|point|step|position|part)$/
const idle = /^(?:agenda|list|tabl|pair|set)$/

/** What {@link ordinalIn} reads, for a quick check. */
const ordinalWord =
  /\b(?:the|his|her|their|your|its|our|my) (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)\b/i

/** Whether a text may tell of a thing by its place. */
export const mayHaveOrdinal = (text: string) => ordinalWord.test(text)

interface Item {
  tokens: readonly Token[]
  /** What follows it before the next number; of the last item it may be of something else. */
  rest: readonly Token[]
  source: SourceSentence
}

interface NumberedList {
  lead: readonly Token[]
  items: readonly Item[]
}

const read = new WeakMap<SourceIndex, readonly NumberedList[]>()

/**
 * Finds what a sentence tells of one item of a numbered list that is told of another: "the second item is the bicycle" where that is the third. All
 * its words are in one other item, and none in its own.
 */
export function ofOtherItem(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const tokens = sentence.tokens()
  const ordinal = ordinalIn(tokens)
  if (!ordinal || index.size > sentencesMax) return null
  const key = ordinal.noun.term.key
  const said = tokens.filter(
    (token, at) =>
      (at < ordinal.from || at >= ordinal.to) &&
      !idle.test(token.term.key) &&
      (isContent(token) || token.number || token.date),
  )
  const [first] = said
  if (!first) return null
  for (const { lead, items } of listsIn(index)) {
    if (!generic.test(key) && !lead.some(({ term }) => term.key === key)) continue
    const own = items[Math.min(ordinal.place, items.length + 1) - 1]
    if (!own || said.some((token) => hasTerm(own.tokens, token) || hasTerm(own.rest, token))) continue
    const [other, more] = items.filter((item, at) => {
      const all = at < items.length - 1 ? [...item.tokens, ...item.rest] : item.tokens
      return said.every((token) => hasTerm(all, token))
    })
    if (!other || more) continue
    const to = said.at(-1) ?? first
    return {
      type: 'source_contradiction',
      from: first,
      to,
      says: 'The source says this of another item:',
      source: other.source,
    }
  }
  return null
}

/** The numbered lists of the sources, within a sentence or over several. */
function listsIn(index: SourceIndex): readonly NumberedList[] {
  let known = read.get(index)
  if (!known) {
    known = readLists(index)
    read.set(index, known)
  }
  return known
}

function readLists(index: SourceIndex): NumberedList[] {
  const lists: NumberedList[] = []
  let [lead, items]: [readonly Token[], Item[]] = [[], []]
  let latest = 0
  const close = () => {
    if (items.length > 1) lists.push({ lead, items })
    items = []
  }
  const goOn = (source: SourceSentence, more: readonly Token[]) => {
    const last = items.pop()
    if (!last) return
    if (last.tokens.length === 0) items.push({ ...last, source, tokens: more })
    else items.push({ ...last, rest: [...last.rest, ...more].slice(0, restMax) })
  }
  for (let place = 0; place < index.size; place++) {
    const source = index.sentence(place)
    const base = source.isWhole ? 0 : (source.tokens[0]?.start ?? 0)
    const within = (from: number, to: number) =>
      source.tokens.filter(({ start }) => start - base >= from && start - base < to)
    const found = [...source.text.matchAll(marker)].map((match) => ({
      number: Number(match[1]),
      from: match.index,
      to: match.index + match[0].length,
    }))
    // What stands before the next number goes on with the item before it.
    const isNext = items.length > 0 && source.place - latest <= 1
    if (!isNext) close()
    else goOn(source, within(0, found[0]?.from ?? source.text.length))
    for (const [at, { number, from, to }] of found.entries()) {
      if (number !== items.length + 1) {
        if (number !== 1) continue
        close()
      }
      if (number === 1) lead = within(0, from).slice(-leadMax)
      const end = found.slice(at + 1).find((next) => next.number === number + 1)?.from ?? source.text.length
      if (items.length < itemsMax) items.push({ tokens: within(to, end), rest: [], source })
    }
    if (items.length > 0) latest = source.place
    if (items.length === 0) lead = source.tokens.slice(-leadMax)
  }
  close()
  return lists
}
