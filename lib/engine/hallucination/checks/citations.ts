import { lazily } from '../../lazily'
import { type CheckResult, type HallucinationFinding, spanOf } from '../finding'
import type { Material } from '../material'
import { matchesIn, normalise } from '../text/plain-text'
import { authorYear } from '../text/references'
import { LIST_HEADING } from '../words/traits'

const ownList = /^[ \t]*(?:\[\^?(\d{1,3})\]|(\d{1,3})[.)])[: \t]+\S/gm
const listHeading = /^[ \t#*_]*(?:references|sources|bibliography|citations|works cited|footnotes|notes)[ \t*_:]*$/im
const notAuthors =
  /^(?:In|Since|By|Until|From|During|After|Before|Around|January|February|March|April|May|June|July|August|September|October|November|December|Figure|Table|Section|Chapter|Version|The|Summer|Winter|Spring|Autumn|Fall|Q[1-4])$/

/** Checks that cited references exist: `[3]` against the references, "Smith (2020)" against their text. Skipped without references. */
export function findCitations(material: Material): CheckResult {
  const parts = [findNumeric(material), findAuthorYear(material)]
  return {
    findings: parts.flatMap(({ findings }) => findings),
    verified: parts.reduce((sum, { verified }) => sum + verified, 0),
  }
}

/** Text before a list of values: "the array is", "95% CI", "coordinates", "which is why". */
const ofValues =
  /\b(?:why|if|whether|because|than|into|is|are|was|were|be|equals?|becomes?|returns?|returned|prints?|printed|yields?|yielded|gives?|gave|arrays?|lists?|vectors?|tuples?|sequences?|intervals?|ranges?|CI|IQR|bounds|values|numbers|integers|indices|indexes|coordinates|points|scores|rows?|columns?|shape|dimensions)[ \t]+$/i
/** What stands before a value of JSON. */
export const jsonKey = /"[ \t]*:\s*$/

/**
 * Whether brackets with numbers hold values rather than citations: a JSON value, what is assigned, or several numbers that are not in
 * ascending order or follow the name of such a list.
 */
export function isListOfValues(before: string, numbers: string): boolean {
  if (jsonKey.test(before) || /=\s*$/.test(before)) return true
  const values = numbers.split(/[,;–-]/).map(Number)
  if (values.length === 1) return false
  return (
    values.some((value, at) => at > 0 && value <= (values[at - 1] ?? 0)) || /\[$/.test(before) || ofValues.test(before)
  )
}

const BEFORE = 40

/** Whether the mark is the text of a link, as a copied page has them: `[[3]](#note-3)`. */
const isLink = (prose: string, { 0: whole, index }: RegExpExecArray) => prose.startsWith('](', index + whole.length)
/** Words before a mark that a copy has with it. */
const copiedWords = 3

/** Whether several numbers stand in brackets in the material, too, as a list of JSON does. */
const isGivenList = (numbers: string, given: string) =>
  /\d[,;]/.test(numbers) && given.replace(/\s/g, '').includes(`[${numbers.replace(/\s/g, '')}]`)

/** Whether the mark stands in the material behind the same words, and so belongs to what is copied from it. */
function isCopied(before: string, mark: string, given: string): boolean {
  const words = normalise(before).split(' ').slice(-copiedWords).join(' ')
  return words.includes(' ') && given.includes(`${words}${/\s$/.test(before) ? ' ' : ''}${mark}`)
}

function findNumeric({ prose, output, numbersCited, references, sources, given, mayHave }: Material): CheckResult {
  const listStart = listStartIn({ prose, mayHave })
  const known = knownNumbers(prose.slice(listStart), references.length > 0 ? references : sources)
  const listed = lazily(() => (references.length > 0 ? new Set<number>() : numbersListedIn(sources)))
  if (known.size === 0) return { findings: [], verified: 0 }
  const findings: HallucinationFinding[] = []
  let verified = 0
  for (const match of numbersCited()) {
    if (match.index >= listStart) break
    const before = prose.slice(Math.max(0, match.index - BEFORE), match.index)
    const numbers = match[1] ?? ''
    if (isListOfValues(before, numbers) || isLink(prose, match) || isGivenList(numbers, given())) continue
    const unknown = numbersIn(numbers).filter((number) => !known.has(number) && !listed().has(number))
    if (unknown.length === 0) verified++
    else if (references.length > 0 || !isCopied(before, match[0], given()))
      findings.push({
        type: 'fabricated_citation',
        verdict: 'contradicted',
        severity: 'confirmed',
        confidence: 0.97,
        span: spanOf(output, match.index, match.index + match[0].length),
        evidence: `There is no reference ${unknown.join(', ')}; there ${known.size === 1 ? 'is' : 'are'} ${[...known].slice(0, 20).join(', ')}.`,
      })
  }
  return { findings, verified }
}

/** Returns where the output's own list of references starts; its end if it has none. */
export function listStartIn({ prose, mayHave }: Pick<Material, 'prose' | 'mayHave'>): number {
  return (mayHave(LIST_HEADING) ? listHeading.exec(prose)?.index : undefined) ?? prose.length
}

/** Returns the numbers that can be cited: those of the output's own list, and the given ids, by number or by position. */
function knownNumbers(list: string, given: readonly { id: string }[]): Set<number> {
  const own = matchesIn(list, ownList).map((match) => Number(match[1] ?? match[2]))
  const ids = given.map(({ id }, index) => (/^\D{0,10}(\d{1,3})$/.test(id) ? Number(id.replace(/\D/g, '')) : index + 1))
  return new Set([...ids, ...own])
}

const listEntry = /^[ \t]*\[(\d{1,3})\][: \t]+\S/gm

/** Returns the numbers that passages of the sources bear themselves, as several results of a search in one text do: "[2] The hut …". */
const numbersListedIn = (sources: Material['sources']) =>
  new Set(sources.flatMap(({ text }) => matchesIn(text, listEntry).map((match) => Number(match[1]))))

/** Returns the numbers of a citation: "2, 4–6". */
export function numbersIn(text: string): number[] {
  if (/^\d+$/.test(text)) return [Number(text)]
  return text.split(/[,;]/).flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split(/[–-]/).map(Number)
    return last > first && last - first < 50
      ? Array.from({ length: last - first + 1 }, (_, step) => first + step)
      : [...new Set([first, last])]
  })
}

function findAuthorYear({ prose, output, references, sources }: Material): CheckResult {
  if (references.length === 0) return { findings: [], verified: 0 }
  const texts = [...references, ...sources].map(({ text }) => text.toLowerCase())
  const findings: HallucinationFinding[] = []
  let verified = 0
  for (const match of prose.matchAll(authorYear)) {
    const [whole, author = '', bracketed, plain] = match
    const cited = bracketed ?? plain ?? ''
    const named = author.replace(/['’]s?$/, '')
    if (notAuthors.test(named)) continue
    const byAuthor = texts.filter((text) => text.includes(named.toLowerCase()))
    if (byAuthor.some((text) => text.includes(cited))) {
      verified++
      continue
    }
    findings.push({
      type: 'fabricated_citation',
      verdict: 'contradicted',
      severity: 'likely',
      confidence: byAuthor.length > 0 ? 0.8 : 0.85,
      span: spanOf(output, match.index, match.index + whole.length),
      evidence:
        byAuthor.length > 0 ? `${named} is in the references, but not with ${cited}.` : `No reference names ${named}.`,
    })
  }
  return { findings, verified }
}
