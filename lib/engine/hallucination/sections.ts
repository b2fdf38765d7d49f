import { isEquivalent } from './alignment'
import { type HallucinationFinding, type Material, type ReadSentence, spanOf } from './finding'
import type { Misplaced } from './misplaced-names'
import { negationsIn } from './polarity'
import { segmentsOf } from './segments'
import { isContent, type Token, TokenTable } from './tokens'
import { areComparable } from './units'
import type { Vocabulary } from './vocabulary'

/** What a text says under one label, "Roof: sound, built 2009.", or in one item of a list. */
export interface Section {
  text: string
  /** Terms of its label, or of the words that its item begins with. */
  name: readonly number[]
  tokens: readonly Token[]
  terms: ReadonlySet<number>
  /** Terms of the words that are listed by themselves, between commas. */
  items: ReadonlySet<number>
  group: number
}

const [sectionsMin, sectionsMax, charactersMax] = [3, 200, 600]
const textMax = 200_000
const labelled =
  /(?<=^|[.;!?\n]\s{0,3})(\p{Lu}[\p{L}\d'’/-]*(?: [\p{L}\d'’/-]+){0,2})(?: \([^()\n]{1,40}\))?:\s+(?=\S)/gu
const listed = /(?<=^|\n)[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+(?=\S)/g
const speech = /^(?:I|We|My|Yes|No|Thanks|Hi|Hello)\b/
const comparison =
  /^(?:than|more|less|fewer|both|total|together|between|differenc|compar|compared|unlik|except|instead|rather|not|never|only|all|every)$/

/** Reads the sections of a text: three labels or list items that differ in what they begin with. */
export function sectionsIn(text: string, vocabulary: Vocabulary, group: number): Section[] {
  if (text.length > textMax) return []
  const labels = text.includes(': ') ? [...text.matchAll(labelled)].slice(0, sectionsMax) : []
  const items =
    text.includes('\n') && /\n[ \t]*(?:[-*•]|\d{1,2}[.)]) /.test(text)
      ? [...text.matchAll(listed)].slice(0, sectionsMax)
      : []
  const starts = labels.length >= sectionsMin ? labels : items.length >= sectionsMin ? items : []
  const read = (part: string) => {
    const table = new TokenTable(part, vocabulary)
    table.read(0, part.length)
    return table.tokens(0, table.size, 0)
  }
  const sections = starts.map(({ 0: whole, 1: label, index }, at): Section => {
    const end = Math.min(starts[at + 1]?.index ?? text.length, index + charactersMax)
    // An item ends with its line.
    const part = text.slice(index + whole.length, end).split(label === undefined ? '\n' : '\n\n')[0] ?? ''
    const tokens = read(part)
    const name = label === undefined ? tokens.slice(0, 2) : read(label)
    return {
      text: `${label ? `${label}: ` : ''}${part.trim()}`,
      name: name.map(({ term }) => term.id),
      tokens,
      terms: new Set(tokens.map(({ term }) => term.id)),
      items: itemsIn(tokens, part),
      group,
    }
  })
  // The turns of a conversation repeat their labels.
  const names = new Set(sections.map(({ name }) => name.join()))
  const isSpoken = sections.some(({ text: said }) => speech.test(said.slice(said.indexOf(': ') + 2)))
  return names.size === sections.length && !isSpoken ? sections : []
}

function itemsIn(tokens: readonly Token[], part: string): Set<number> {
  const isCut = (from: number | undefined, to: number | undefined) => /^$|[,;.]/.test(part.slice(from, to).trim())
  const isItem = ({ start, end }: Token, at: number) =>
    (at === 0 || part.slice(tokens[at - 1]?.end, start).includes(',')) && isCut(end, tokens[at + 1]?.start)
  return part.includes(',') ? new Set(tokens.filter(isItem).map(({ term }) => term.id)) : new Set()
}

/** A claim about one section that only another one has. */
interface MisplacedSection extends Omit<Misplaced, 'says'> {
  section: Section
}

/** Finds a number, or the words, of another section than the one that a part of a sentence names. */
function ofOtherSection(tokens: readonly Token[], sections: readonly Section[]): MisplacedSection | null {
  const named = sections.filter(({ name }) => hasRun(tokens, name))
  const [own] = named
  if (!own || named.length > 1 || negationsIn(tokens) % 2 === 1 || tokens.some(({ term }) => comparison.test(term.key)))
    return null
  const rest = tokens.filter(
    (token) => !own.name.includes(token.term.id) && (isContent(token) || token.number || token.date),
  )
  const others = sections.filter(({ group }) => group === own.group && own !== undefined)
  const foreign = rest.filter((token) => !has(own, token))
  const holders = others.filter((one) => one !== own && foreign.some((token) => has(one, token)))
  const [holder] = holders
  if (!holder || holders.length > 1) return null
  const moved = foreign.filter((token) => has(holder, token))
  const isNew = foreign.length - moved.length
  const [first] = moved
  if (!first || isNew > 1) return null
  const measures = moved.filter(({ number, date }) => number || date)
  const isNumber = moved.length === 1 && measures.length === 1 && hasRivalOf(first, own)
  const isListed = moved.length > 1 || (holder.items.has(first.term.id) && own.items.size > 0)
  const isWords = measures.length === 0 && isListed && rest.length === foreign.length
  return isNumber || isWords ? { from: first, to: moved.at(-1) ?? first, section: own } : null
}

function has({ terms, tokens }: Section, token: Token): boolean {
  if (terms.has(token.term.id)) return true
  return (
    (token.number ?? token.date) !== undefined &&
    tokens.some((one) => one.kind === token.kind && isEquivalent(token, one))
  )
}

/** Whether a section has another value of the same kind and unit. */
function hasRivalOf({ kind, number }: Token, { tokens }: Section): boolean {
  return tokens.some((one) => {
    if (one.kind !== kind) return false
    if (!number || !one.number) return true
    const [unit, other] = [number.unit, one.number.unit]
    return unit === other || areComparable(unit, other) || (unit === null && other !== '%')
  })
}

/** Whether the terms follow each other, articles aside. */
function hasRun(tokens: readonly Token[], name: readonly number[]): boolean {
  return tokens.some((_, at) => name.length > 0 && name.every((term, step) => tokens[at + step]?.term.id === term))
}

/** Finds what a label or a list item of the sources says, told of another. */
export function findSectionConflicts({ output, readings, tables }: Material): HallucinationFinding[] {
  const { sections } = tables()
  if (sections.length === 0) return []
  const starts = new Set(sections.map(({ name }) => name[0] ?? -1))
  return readings().flatMap((sentence) => {
    const found = mayName(sentence, starts) ? conflictIn(sentence, sections) : null
    if (!found) return []
    const { from, to, section } = found
    const said = section.text.replace(/\s+/g, ' ').slice(0, 200)
    return [
      {
        type: 'source_contradiction',
        verdict: 'contradicted',
        severity: 'likely',
        confidence: 0.8,
        span: spanOf(output, sentence.start + from.start, sentence.start + to.end),
        evidence: `The source says "${said}".`,
      },
    ]
  })
}

function mayName({ table, from, to, text }: ReadSentence, starts: ReadonlySet<number>): boolean {
  if (/\?\s*$/.test(text)) return false
  for (let at = from; at < to; at++) if (starts.has(table.term(at))) return true
  return false
}

function conflictIn(sentence: ReadSentence, sections: readonly Section[]): MisplacedSection | null {
  for (const { tokens } of segmentsOf(sentence.text, sentence.tokens())) {
    const found = ofOtherSection(tokens, sections)
    if (found) return found
  }
  return null
}
