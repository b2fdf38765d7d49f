import { escapePattern } from '../../escape-pattern'
import type { Material } from '../material'
import { matchesIn } from '../text/plain-text'
import { isReporting } from '../text/references'
import { spanAt } from '../text/sentences'
import { isListOfValues, listStartIn, numbersIn } from './citations'

/** Marks side by side that cite sources, and the claim they are for. Positions are of the output. */
export interface CitedMarks {
  start: number
  end: number
  /** Indexes of the sources cited; empty for one that is not among them. */
  cited: readonly number[]
  claimStart: number
  claimEnd: number
}

interface Mark {
  start: number
  end: number
  cited: readonly number[]
  /** Whether the claim follows: "According to travel.md, ". */
  isAhead: boolean
}

/** Returns the citations of sources in prose, in order: "[2]", "[handbook.md]", "(doc1)", "According to travel.md". */
export function citedMarksIn(material: Material): CitedMarks[] {
  const end = listStartIn(material)
  const byId = material.idsCited().map(({ at, ...mark }) => ({ ...mark, cited: [at] }))
  const marks = [...byNumber(material), ...byId, ...unknownIn(material)]
    .filter(({ start }) => start < end)
    .sort((one, other) => one.start - other.start)
  return withClaims(groupsOf(marks, material.prose), material)
}

const BEFORE = 40

/** Numbers stand for ids that are numbers, and otherwise for the order of the sources. */
function byNumber({ prose, sources, numbersCited }: Material): Mark[] {
  const cited = numbersCited()
  if (cited.length === 0) return []
  const ids = sources.map(({ id }) => Number(/^\D{0,10}(\d{1,3})$/.exec(id)?.[1] ?? Number.NaN))
  const isNumbered = ids.every((id) => !Number.isNaN(id))
  // "chunk-7" may be the first source: its number and its place tell different ones.
  if (ids.some((id, at) => !Number.isNaN(id) && id !== at + 1) && !sources.every(({ id }) => /^\d+$/.test(id)))
    return []
  return cited.flatMap((match) => {
    const before = prose.slice(Math.max(0, match.index - BEFORE), match.index)
    if (isListOfValues(before, match[1] ?? '')) return []
    const places = numbersIn(match[1] ?? '').map((number) => (isNumbered ? ids.indexOf(number) : number - 1))
    if (places.some((at) => at < 0 || at >= sources.length)) return []
    return [{ start: match.index, end: match.index + match[0].length, cited: places, isAhead: isReporting(before) }]
  })
}

/**
 * Ids of one form, "travel.md" and "handbook.md" or "doc1" and "doc2", tell which other names would be one, too. In round brackets only
 * beside other citations: "(config.json)" may be a mere mention.
 */
function unknownIn({ prose, sources, given, files, idsCited }: Material): Mark[] {
  const { form, part } = formOf(sources.map(({ id }) => id)) ?? {}
  if (form === undefined || part === undefined || !prose.includes(part)) return []
  const ids = new Set(sources.map(({ id }) => id))
  const round = idsCited().length > 0 ? `|(?<=\\()${form}(?=\\))` : ''
  const named = `(?<=[[【])${form}(?=[\\]】](?!\\())|(?<=[Aa]ccording to )${form}(?![\\w.-]*\\w)${round}`
  return matchesIn(prose, new RegExp(named, 'gu'))
    .filter(({ 0: name }) => !ids.has(name) && !files.some((file) => file.endsWith(name)))
    .filter(({ 0: name }) => !given().includes(name.toLowerCase()))
    .map(({ 0: name, index }) => ({ start: index, end: index + name.length, cited: [], isAhead: false }))
}

/** Returns a pattern of what could be an id like all of these, and a part of each; null if they have no form in common. */
function formOf(ids: readonly string[]): { form: string; part: string } | null {
  const endings = ids.map((id) => /^[\w-]+\.([a-z]{2,4})$/.exec(id)?.[1])
  if (endings.every((ending) => ending !== undefined))
    return { form: `[\\w-]{1,80}\\.(?:${[...new Set(endings)].join('|')})`, part: '.' }
  const prefixes = new Set(ids.map((id) => /^([A-Za-z]+[-_ ]?)\d{1,3}$/.exec(id)?.[1]))
  const [prefix] = prefixes
  if (prefixes.size === 1 && prefix !== undefined) return { form: `${escapePattern(prefix)}\\d{1,3}`, part: prefix }
  const areKeys = ids.every((id) => /^\p{Lu}\p{L}+(?:19|20)\d\d[a-z]?$/u.test(id))
  return areKeys ? { form: '\\p{Lu}\\p{L}{1,40}(?:19|20)\\d\\d[a-z]?', part: '' } : null
}

/** Joins marks side by side: "[1][3]", "(doc1, doc2)". */
function groupsOf(marks: readonly Mark[], prose: string): Mark[] {
  const groups: Mark[] = []
  for (const mark of marks) {
    const last = groups.at(-1)
    if (!last || !areOne(last, mark, prose)) groups.push(mark)
    else {
      const cited = [...last.cited, ...mark.cited]
      groups[groups.length - 1] = { ...last, end: Math.max(last.end, mark.end), cited }
    }
  }
  return groups
}

/** Characters between two marks side by side. */
const GAP = 6

function areOne(last: Mark, mark: Mark, prose: string): boolean {
  if (last.cited.length === 0 || mark.cited.length === 0 || mark.isAhead || mark.start - last.end > GAP) return false
  const between = prose.slice(last.end, mark.start)
  return mark.start < last.end || /^[\s,;&[\](]*(?:and )?[\s,;[\](]*$/.test(between)
}

/** Finds the claim of each mark: the text before it in its sentence, after "according to" what follows, after a full stop the sentence. */
function withClaims(marks: readonly Mark[], { prose, sentences }: Material): CitedMarks[] {
  const all = sentences()
  return marks.flatMap((mark, at) => {
    const { start, end, cited } = mark
    if (cited.length === 0) return [{ start, end, cited, claimStart: start, claimEnd: start }]
    const place = spanAt(all, start)
    const own = all[place]
    if (!own) return []
    const ownEnd = own.start + own.text.length
    const next = marks[at + 1]
    if (mark.isAhead)
      return [{ start, end, cited, claimStart: end, claimEnd: next && next.start < ownEnd ? next.start : ownEnd }]
    const before = marks[at - 1]
    const from = Math.max(own.start, before && before.start >= own.start ? before.end : 0)
    if (/[\p{L}\d]/u.test(prose.slice(from, start))) return [{ start, end, cited, claimStart: from, claimEnd: start }]
    const earlier = all[place - 1]
    if (from !== own.start || !earlier || prose.slice(earlier.start + earlier.text.length, start).includes('\n'))
      return []
    const isCited = before !== undefined && before.start >= earlier.start
    return [{ start, end, cited, claimStart: isCited ? before.end : earlier.start, claimEnd: start }]
  })
}
