import { lazily } from '../../lazily'
import { type CheckResult, type Span, spanOf } from '../finding'
import type { Material } from '../material'
import { isMoney, unitOfSign } from '../numbers/units'
import { CodeSet } from '../text/characters'
import { matchesIn } from '../text/plain-text'
import type { Sentence } from '../text/sentences'
import { PROPER, type Spelling } from '../words/vocabulary'
import { type Capitals, namePattern, type WordList, wordsOf } from '../words/word-list'
import { findPeople, peopleIn, rivalOf, titles } from './people'

const groundingCharactersMin = 40

/**
 * Checks names of two or more words against sources and tool results, and then single-word names; in other languages than English only people
 * with a common given name. Skipped without grounding, in headings and labels, and for words that also occur in lower case.
 */
export function findEntities(material: Material): CheckResult {
  const { sentences, named, grounding, reading, isEnglish } = material
  const noted = named()
  if (!noted || grounding.length < groundingCharactersMin) return { findings: [], verified: 0 }
  if (!isEnglish || !reading.isEnglish())
    return material.isForeign() ? findPeople(material) : { findings: [], verified: 0 }
  const check = new NameCheck(material, noted)
  for (const sentence of sentences()) check.read(sentence)
  return check.result
}

/** What an output says of names, sentence after sentence. Each name is checked once. */
class NameCheck {
  readonly result: CheckResult = { findings: [], verified: 0 }
  readonly #material: Material
  readonly #capitals: Capitals
  readonly #known: Known
  readonly #people = lazily(() => peopleIn(this.#material.grounding))
  readonly #seen = new Set<string>()
  /** The unknown words of names that were reported. */
  readonly #reported = new Set<string>()
  readonly #looked = new Set<string>()
  /** The pairs of words that were looked at within a sentence, and at the start of one. */
  readonly #pairs = [new Map<Spelling, Set<Spelling>>(), new Map<Spelling, Set<Spelling>>()] as const
  readonly #knownWords = new Set<Spelling>()
  /** Whether the sources lack a single word: outputs repeat their names. */
  readonly #unknown = new Map<string, boolean>()
  #next = 0

  constructor(material: Material, { capitals, words }: { capitals: Capitals; words: WordList }) {
    this.#material = material
    this.#capitals = capitals
    const inSources = material.reading.words()
    const written = lazily(() => words.written())
    const known = inSources.lower()
    this.#known = {
      known,
      // A word that also occurs in lower case is not a name just because it is capitalized.
      isOrdinary: (part) => (written().has(part) || inSources.written.has(part)) && /^\p{Ll}{3,}$/u.test(part),
      letters: lazily(() => new Set(Array.from(known, (part) => String.fromCodePoint(part.codePointAt(0) ?? 0)))),
      prefixes: inSources.beginnings,
      isGiven: material.isGiven,
    }
  }

  read({ text: whole, start }: Sentence): void {
    const { prose, sentences } = this.#material
    this.#next = this.#capitals.indexFrom(this.#next, start)
    // A single-sentence output is an answer, not a heading.
    if (isHeading(whole) && (sentences().length > 1 || whole.startsWith('#'))) return
    const text = withoutSuggestions(whole)
    const runs = this.#capitals.runsFrom(prose, this.#next, start + text.length)
    if (runs)
      for (let run = 0; run < runs.length; run += 2)
        this.#checkRun(runs[run] as number, runs[run + 1] as number, text, start)
    else for (const match of matchesIn(text, namePattern)) this.#checkName(match[0], match.index, text, start)
    if (runs && this.#areKnown(start + text.length)) return
    this.#checkSingles(text, start)
  }

  #checkSingles(text: string, start: number): void {
    for (const { 0: name, index } of matchesIn(text, single)) {
      const at = start + index
      if (!this.#seen.has(name) && isNewAt(text, index, name, this.#known.known) && this.#isUnknown(name))
        this.#addSingle({ start: at, end: at + name.length, text: name })
    }
  }

  #isUnknown(name: string): boolean {
    let isUnknown = this.#unknown.get(name)
    if (isUnknown === undefined) {
      isUnknown = isUnknownName(name, this.#known)
      this.#unknown.set(name, isUnknown)
    }
    return isUnknown
  }

  #addSingle(span: Span): void {
    const { findings } = this.result
    if (this.#reported.has(span.text.toLowerCase())) return
    if (findings.some((one) => one.span.start < span.end && one.span.end > span.start)) return
    this.#seen.add(span.text)
    findings.push({
      type: 'nonexistent_entity',
      verdict: 'unverifiable',
      severity: 'warning',
      confidence: 0.4,
      span,
      evidence: `No source or tool result has ${span.text}.`,
    })
  }

  /** Checks a run of capitalized words. Most names are of two words, and named often. */
  #checkRun(from: number, to: number, text: string, start: number): void {
    const { starts, words } = this.#capitals
    const at = (starts[from] as number) - start
    const [first, last] = [words[from] as Spelling, words[to - 1] as Spelling]
    if (to - from === 2) {
      const pairs = this.#pairs[at > 0 ? 0 : 1]
      const known = pairs.get(first)
      if (known?.has(last)) return
      if (known) known.add(last)
      else pairs.set(first, new Set([last]))
    }
    this.#checkName(text.slice(at, (starts[to - 1] as number) - start + last.written.length), at, text, start)
  }

  /** Whether the sources have all words up to a position that may be a name by themselves. */
  #areKnown(end: number): boolean {
    const { starts, words } = this.#capitals
    for (let at = this.#next; at < starts.length && (starts[at] as number) < end; at++) {
      const word = words[at] as Spelling
      if (this.#knownWords.has(word)) continue
      const mayBeName = word.written.length > 2 || (word.written.length === 2 && word.nameKind !== PROPER)
      if (mayBeName && !this.#known.known.has(word.lower)) return false
      this.#knownWords.add(word)
    }
    return true
  }

  #checkName(matched: string, index: number, text: string, start: number): void {
    const place = `${index === 0 ? '^' : ''}${matched}`
    if (this.#looked.has(place)) return
    this.#looked.add(place)
    const name = trimmed(matched, index === 0 || listMarker.test(text.slice(0, index)))
    if (!name || this.#seen.has(name)) return
    this.#seen.add(name)
    const behind = index + matched.length
    if (/^\**\s*:/.test(text.slice(behind, behind + 4)) || text.endsWith('**', index)) return
    const { known, isOrdinary } = this.#known
    if (name.toLowerCase().split(' ').some(isOrdinary)) return
    const unknown = wordsOf(name).filter((part) => part.length > 2 && !known.has(part) && !isAbbreviated(part, known))
    if (unknown.length === 0 || isKnownByCode(text.slice(behind), known)) {
      this.result.verified++
      for (const part of name.split(' ')) this.#seen.add(part)
      return
    }
    const { output, grounding } = this.#material
    const rival = rivalOf(name, grounding, this.#people)
    // "Avon Products" after "Avon Products Inc" tells nothing new.
    if (!rival && unknown.every((part) => this.#reported.has(part))) return
    for (const part of unknown) this.#reported.add(part)
    const at = start + index + matched.indexOf(name)
    const spelled = name
      .split(' ')
      .filter((part) => unknown.includes(part.toLowerCase()))
      .join(' ')
    this.result.findings.push({
      type: 'nonexistent_entity',
      verdict: rival ? 'contradicted' : 'unverifiable',
      severity: rival ? 'likely' : 'warning',
      confidence: rival ? 0.75 : 0.4,
      span: spanOf(output, at, at + name.length),
      evidence: rival ? `The sources name ${rival}.` : `No source or tool result has ${spelled || name}.`,
    })
  }
}

const single =
  /(?<![\p{L}\d_@/.#&-])(?:\p{Lu}\p{Ll}{2,}(?:-\p{Lu}?\p{Ll}+)?|\p{Lu}{2,5}|\p{Lu}\p{Ll}+\p{Lu}\p{L}+)(?![\p{L}\d_@/-])/gu
const notNames = new Set(
  'Celsius Fahrenheit Kelvin I ID PDF URL API FAQ CSV JSON HTML HTTP SQL XML PIN SMS ETA EST EDT CST CDT MST PST PDT CET GMT UTC USD EUR GBP CHF OK AM PM US UK EU UN USA AI IT PhD CEO CFO CTO TV Inc Ltd Corp Llc Jr Sr St Internet Web God Earth North South East West English Christmas Easter Yes No Please Thanks Hello Dear Also There These Those They Their His Her Its Our Your My That What Who Why How Where Which One Two Three First Second Third Another Both Each Some Many Most All Any Not Only Even Yet So Then Thus Hence Since Because Although Though After Before During With Without From By To Of Or An You'.split(
    ' ',
  ),
)

/** What tells whether the sources have a name. */
interface Known {
  isOrdinary: (part: string) => boolean
  /** The words of the sources, in lower case. */
  known: ReadonlySet<string>
  /** The first letters of the known words. */
  letters: () => ReadonlySet<string>
  prefixes: () => ReadonlySet<string>
  /** Whether the given material contains a text. */
  isGiven: (text: string) => boolean
}

/** The name of a field in a form: "Date of Birth". */
const formField = /(?:^|[\s*])(?:Date|Place|Country|City|State|Type|Proof|Terms|Point|Method|Reason|Certificate) of $/

const isMeasure = (unit: string | null) => unit !== null && !isMoney(unit)

/** Whether a capitalized word that the sources lack is a name where it stands, which no code of theirs explains. */
function isNewAt(text: string, index: number, name: string, known: ReadonlySet<string>): boolean {
  if (known.has(name.toLowerCase()) || titles.has(name) || notNames.has(name)) return false
  // The first word of a sentence, a quotation, a bracket or a label is capitalized by its position.
  const before = text.slice(Math.max(0, index - 6), index)
  const after = text.slice(index + name.length, index + name.length + 6)
  if (/\d[ \u00a0]?$/.test(before) && isMeasure(unitOfSign(name))) return false
  if (before.endsWith(' of ') && formField.test(text.slice(Math.max(0, index - 16), index))) return false
  if (!/[\p{L}\d,;)%]['’"”]?\s+$|\b(?:Dr|Mrs?|Ms|Prof|St)\.\s+$/u.test(before) || /^\**\s*:/.test(after)) return false
  return !isKnownByCode(text.slice(index + name.length), known)
}

/** Whether a single-word name is made of words that the sources lack, and no other form of a nation or place they name. */
function isUnknownName(name: string, { isOrdinary, known, letters, prefixes, isGiven }: Known): boolean {
  if (wordsOf(name).every((word) => known.has(word) || isOrdinary(word) || isGiven(word))) return false
  return !isOtherForm(name.toLowerCase(), prefixes(), known) && !isInitials(name, letters)
}

const abbreviations = new Map(
  'street st;road rd;avenue ave;square sq;lane ln;drive dr;boulevard blvd;mount mt;saint st;doctor dr;professor prof;limited ltd;incorporated inc;corporation corp;company co;brothers bros;department dept;university univ;building bldg'
    .split(';')
    .map((pair) => pair.split(' ') as [string, string]),
)

function isAbbreviated(part: string, known: ReadonlySet<string>): boolean {
  const short = abbreviations.get(part)
  return short !== undefined && known.has(short)
}

/** Whether a name is followed by a code that the sources have: Newark (EWR). */
function isKnownByCode(following: string, known: ReadonlySet<string>): boolean {
  const code = /^ \((\p{Lu}{2,5})\)/u.exec(following)?.[1]
  return code !== undefined && known.has(code.toLowerCase())
}

const nations = new Map(
  'french france;spanish spain;british britain;dutch netherlands;polish poland;irish ireland;scottish scotland;swedish sweden;danish denmark;finnish finland;turkish turkey;greek greece;welsh wales;swiss switzerland;english england;chinese china'
    .split(';')
    .flatMap((pair) => {
      const [one = '', other = ''] = pair.split(' ')
      return [
        [one, other],
        [other, one],
      ]
    }),
)

/** Whether the sources have the name with another ending: "Argentina" and "Argentine". */
function isOtherForm(name: string, prefixes: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  return known.has(nations.get(name) ?? '') || prefixes.has(name.slice(0, Math.max(4, name.length - 2)))
}

/** Whether an abbreviation in capitals could be built from initials of source words; it is then not reported. */
function isInitials(name: string, letters: () => ReadonlySet<string>): boolean {
  return /^\p{Lu}{2,5}$/u.test(name) && [...name.toLowerCase()].every((letter) => letters().has(letter))
}

/** Strips words capitalized for other reasons: the first word of a sentence, titles, words of headings. */
function trimmed(name: string, isFirst: boolean): string | null {
  const words = name.split(/\s+/)
  const parts = words.slice(isFirst && words.length > 2 ? 1 : 0)
  while (parts[0] !== undefined && (titles.has(parts[0]) || /^[a-z]/.test(parts[0]))) parts.shift()
  while (parts.length > 0 && titles.has(parts.at(-1) ?? '')) parts.pop()
  const text = parts.join(' ')
  return parts.length >= 2 && name.includes(text) && !(isFirst && words.length === 2) ? text : null
}

const suggestion = /\b(?:e\.g\.|for example|for instance|such as|like)[ ,]/i

/** Cuts off the names that a question only suggests: "Which city (e.g., Lisbon or Porto)?" */
function withoutSuggestions(text: string): string {
  const from = text.endsWith('?') ? text.search(suggestion) : -1
  return from < 0 ? text : text.slice(0, from)
}

/** What stands before the first word of an item. */
const listMarker = /^\s*(?:[-*•]|\d{1,3}[.)])\s+\**$/

const ends = new CodeSet('.!?')
const boldLabel = /^(?:[-*•]\s+|\d{1,3}[.)]\s+)?\*\*[^*]+(?::\*\*|\*\*:)$/

function isHeading(text: string): boolean {
  if (text.startsWith('#') || (text.includes('**') && boldLabel.test(text))) return true
  if (ends.has(text.charCodeAt(text.length - 1))) return false
  const parts = text.replace(/^[#*>\s-]+/, '').split(/\s+/)
  const capitals = parts.filter((part) => /^\p{Lu}/u.test(part)).length
  return capitals / parts.length > 0.6
}
