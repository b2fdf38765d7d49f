import { lazily } from '../../lazily'
import { type CheckResult, spanOf } from '../finding'
import type { Material } from '../material'
import { matchesIn } from '../text/plain-text'
import { PROPER, type Spelling } from '../words/vocabulary'
import { namePattern, wordsOf } from '../words/word-list'

const titles =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Mr|Mrs|Ms|Dr|Prof|Summary|Report|Section|Table|Figure|Step|Key|Next|Final|Overview|Conclusion|Introduction|Results?|Findings|Analysis|Recommendations?|Note|Important|Executive|Background|Total|Part|Chapter|Appendix|Phase|Action|Items?|The|This|In|On|At|For|And|But|If|When|While|As|We|He|She|It|They|However|Additionally|Moreover|Furthermore|Therefore|Overall)$/
const groundingCharactersMin = 40

/**
 * Checks names of two or more words against sources and tool results, and then single-word names. Skipped without grounding, in headings
 * and labels, for words that also occur in lower case, and in other languages.
 */
export function findEntities({
  prose,
  sentences,
  named,
  output,
  grounding,
  given,
  reading,
  isEnglish,
}: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  const noted = named()
  if (!isEnglish || !noted || grounding.length < groundingCharactersMin || !reading.isEnglish()) return result
  const { capitals, words } = noted
  const written = lazily(() => words.written())
  const sourceWords = reading.words()
  const known = sourceWords.lower()
  const prefixes = sourceWords.beginnings
  // A word that also occurs in lower case is not a name just because it is capitalized.
  const isOrdinary = (part: string) =>
    /^\p{Ll}{3,}$/u.test(part) && (written().has(part) || sourceWords.written.has(part))
  const letters = lazily(() => new Set(Array.from(known, (part) => String.fromCodePoint(part.codePointAt(0) ?? 0))))
  const rivals = lazily(() => peopleIn(grounding))
  const seen = new Set<string>()
  const looked = new Set<string>()
  const lookedPairs = new Map<Spelling, Set<Spelling>>()
  const lookedFirst = new Map<Spelling, Set<Spelling>>()
  const knownWords = new Set<Spelling>()
  let next = 0
  for (const { text, start } of sentences()) {
    next = capitals.indexFrom(next, start)
    // A single-sentence output is an answer, not a heading.
    if (isHeading(text) && (sentences().length > 1 || text.startsWith('#'))) continue
    const runs = capitals.runsFrom(prose, next, start + text.length)
    if (runs)
      for (let run = 0; run < runs.length; run += 2) checkRun(runs[run] as number, runs[run + 1] as number, text, start)
    else for (const match of matchesIn(text, namePattern)) checkName(match[0], match.index, text, start)
    if (runs && areKnown(next, start + text.length)) continue
    const single = singleNames(text, start, { isOrdinary, known, letters, prefixes, given })
    for (const span of single) {
      if (
        seen.has(span.text) ||
        result.findings.some((found) => found.span.start < span.end && found.span.end > span.start)
      )
        continue
      seen.add(span.text)
      result.findings.push({
        type: 'nonexistent_entity',
        verdict: 'unverifiable',
        severity: 'warning',
        confidence: 0.4,
        span: spanOf(output, span.start, span.end),
        evidence: `No source or tool result has ${span.text}.`,
      })
    }
  }
  return result

  /** Checks a run of capitalized words. Most names are of two words, and named often. */
  function checkRun(from: number, to: number, text: string, start: number): void {
    const at = (capitals.starts[from] as number) - start
    const [first, last] = [capitals.words[from] as Spelling, capitals.words[to - 1] as Spelling]
    if (to - from === 2) {
      const pairs = at > 0 ? lookedPairs : lookedFirst
      const known = pairs.get(first)
      if (known?.has(last)) return
      if (known) known.add(last)
      else pairs.set(first, new Set([last]))
    }
    checkName(text.slice(at, (capitals.starts[to - 1] as number) - start + last.written.length), at, text, start)
  }

  /** Whether the sources have all words that may be a name by themselves. */
  function areKnown(from: number, end: number): boolean {
    for (let at = from; at < capitals.starts.length && (capitals.starts[at] as number) < end; at++) {
      const word = capitals.words[at] as Spelling
      if (knownWords.has(word)) continue
      if (word.written.length > 2 && !known.has(word.lower)) return false
      if (word.written.length === 2 && word.nameKind !== PROPER && !known.has(word.lower)) return false
      knownWords.add(word)
    }
    return true
  }

  function checkName(matched: string, index: number, text: string, start: number): void {
    const place = `${index === 0 ? '^' : ''}${matched}`
    if (looked.has(place)) return
    looked.add(place)
    const name = trimmed(matched, index === 0)
    if (!name || seen.has(name)) return
    seen.add(name)
    const behind = index + matched.length
    if (/^\**\s*:/.test(text.slice(behind, behind + 4)) || text.endsWith('**', index)) return
    if (name.toLowerCase().split(' ').some(isOrdinary)) return
    const unknown = wordsOf(name).filter((part) => part.length > 2 && !known.has(part) && !isAbbreviated(part, known))
    if (unknown.length === 0 || isKnownByCode(text.slice(behind), known)) {
      result.verified++
      for (const part of name.split(' ')) seen.add(part)
      return
    }
    const rival = rivalOf(name, grounding, rivals)
    const at = start + index + matched.indexOf(name)
    result.findings.push({
      type: 'nonexistent_entity',
      verdict: rival ? 'contradicted' : 'unverifiable',
      severity: rival ? 'likely' : 'warning',
      confidence: rival ? 0.75 : 0.4,
      span: spanOf(output, at, at + name.length),
      evidence: rival ? `The sources name ${rival}.` : `No source or tool result has ${unknown.join(', ')}.`,
    })
  }
}

const single =
  /(?<![\p{L}\d_@/.#&-])(?:\p{Lu}\p{Ll}{2,}(?:-\p{Lu}?\p{Ll}+)?|\p{Lu}{2,5}|\p{Lu}\p{Ll}+\p{Lu}\p{L}+)(?![\p{L}\d_@/-])/gu
const notNames =
  /^(?:Celsius|Fahrenheit|Kelvin|I|OK|AM|PM|US|UK|EU|UN|USA|AI|IT|PhD|CEO|CFO|CTO|TV|Inc|Ltd|Corp|Llc|Jr|Sr|St|Internet|Web|God|Earth|North|South|East|West|English|Christmas|Easter|Yes|No|Please|Thanks|Hello|Dear|Also|There|These|Those|They|Their|His|Her|Its|Our|Your|My|That|What|Who|Why|How|Where|Which|One|Two|Three|First|Second|Third|Another|Both|Each|Some|Many|Most|All|Any|Not|Only|Even|Yet|So|Then|Thus|Hence|Since|Because|Although|Though|After|Before|During|With|Without|From|By|To|Of|Or|An|You)$/

interface Known {
  isOrdinary: (part: string) => boolean
  known: ReadonlySet<string>
  /** The first letters of the known words. */
  letters: () => ReadonlySet<string>
  prefixes: () => ReadonlySet<string>
  given: () => string
}

/** Finds single-word names missing from the sources: within a sentence, and not another form of a nation or place the sources name. */
function singleNames(
  text: string,
  start: number,
  { isOrdinary, known, letters, prefixes, given }: Known,
): { start: number; end: number; text: string }[] {
  const unknown = matchesIn(text, single).filter(({ 0: name, index }) => {
    if (known.has(name.toLowerCase()) || titles.test(name) || notNames.test(name)) return false
    // The first word of a sentence, a quotation, a bracket or a label is capitalized by its position.
    const before = text.slice(Math.max(0, index - 6), index)
    const after = text.slice(index + name.length, index + name.length + 6)
    if (!/[\p{L}\d,;)%]['’"”]?\s+$|\b(?:Dr|Mrs?|Ms|Prof|St)\.\s+$/u.test(before) || /^\**\s*:/.test(after)) return false
    const words = wordsOf(name)
    if (words.every((word) => known.has(word) || isOrdinary(word) || given().includes(word))) return false
    if (isKnownByCode(text.slice(index + name.length), known)) return false
    return !isOtherForm(name.toLowerCase(), prefixes(), known) && !isInitials(name, letters)
  })
  return unknown.map(({ 0: name, index }) => ({ start: start + index, end: start + index + name.length, text: name }))
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
  while (parts[0] !== undefined && (titles.test(parts[0]) || /^[a-z]/.test(parts[0]))) parts.shift()
  while (parts.length > 0 && titles.test(parts.at(-1) ?? '')) parts.pop()
  const text = parts.join(' ')
  return parts.length >= 2 && name.includes(text) && !(isFirst && words.length === 2) ? text : null
}

/** Words that names of organizations and places end in: two such names differ, unlike one person under another first name. */
const kinds =
  /^(?:University|College|Institute|School|Academy|Hospital|Clinic|Bank|Market|Store|Shop|Street|Road|Avenue|Park|Garden|Hotel|Restaurant|Museum|Library|Airport|Station|Group|Company|Corporation|Foundation|Association|Society|Cent(?:er|re)|Church|Council|Committee|Commission|City|County|State|Province|Region|River|Lake|Island|Ocean|Bridge|Press|Times|News|Journal|Magazine|Award|Prize|League|Club|Team|Party|Union|Court|Department|Ministry|Agency|Office|Records|Pictures|Films|Theat(?:er|re)|Festival|Championship|Tower|House|Hall|Square|Valley|Beach|Mountain|Territory|Empire|Republic|Kingdom|Airlines|Airways|Plan|Project|Program|Service|System|Server)s?$/

/** A capitalized word, and where the word after it begins. */
type Named = { first: string; at: number }

/** Returns the words that follow a capitalized one, each up to its first sign. */
function peopleIn(text: string): Map<string, Named[]> {
  const people = new Map<string, Named[]>()
  for (const { 0: whole, 1: first = '', 2: last = '', index } of text.matchAll(
    /(?<!\p{L})(\p{Lu}\p{Ll}+)\s+(?=(\p{L}+))/gu,
  )) {
    if (titles.test(first)) continue
    const named = { first, at: index + whole.length }
    const known = people.get(last)
    if (known) known.push(named)
    else people.set(last, [named])
  }
  return people
}

/** Returns a person of the sources with the same last name and another first name. */
function rivalOf(name: string, grounding: string, people: () => Map<string, Named[]>): string | null {
  const [first, last, ...more] = name.split(' ')
  if (!first || !last || more.length > 0 || last.length < 4 || kinds.test(last)) return null
  // Most last names are new, too, and this is much cheaper than a pattern.
  if (!grounding.includes(last)) return null
  const alike = (people().get(/^\p{L}+/u.exec(last)?.[0] ?? '') ?? []).filter(
    ({ at }) =>
      grounding.startsWith(last, at) && !/^\p{L}/u.test(grounding.slice(at + last.length, at + last.length + 2)),
  )
  return alike[0] && !alike.some((one) => one.first === first) ? `${alike[0].first} ${last}` : null
}

function isHeading(text: string): boolean {
  if (text.startsWith('#')) return true
  if (/[.!?]$/.test(text)) return false
  const parts = text.replace(/^[#*>\s-]+/, '').split(/\s+/)
  const capitals = parts.filter((part) => /^\p{Lu}/u.test(part)).length
  return capitals / parts.length > 0.6
}
