import { IDEOGRAPHS } from './characters'
import { ADDRESS, AFTER_SIGN, BESIDE_CAPITAL, digitTraitsOf, LONG, LONG_DIGITS } from './digits'
import { matchesIn } from './plain-text'

/** A citation by number: "[3]". */
const numeric = /\[(?<![\w\])]\[)\^?(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\](?![(:[\w])/g

const name = "\\p{Lu}[\\p{L}'’-]{1,40}"
const year = '(?:1[6-9]|20)\\d\\d'
/** A citation by author and year: "Smith (2020)". */
export const authorYear = new RegExp(
  `(${name})(?:\\s+(?:et al\\.?|(?:and|&)\\s+${name}))?(?:['’]s?)?(?:,?\\s*\\((${year})[a-z]?\\)|,\\s+(${year})[a-z]?(?=[;)]))`,
  'gu',
)
/** The ending of every citation by author and year, for a quick check. */
const closedYear = new RegExp(`${year}[a-z]?[;)]`)

/** Returns the citations by number in prose. */
export function numbersCitedIn(prose: string): RegExpExecArray[] {
  return prose.includes('[') ? matchesIn(prose, numeric) : []
}

/** Returns the spans of citations in prose, "Smith (2020)" and "[3]", which are not claims themselves. */
export function asidesIn(prose: string, numbersCited: readonly RegExpExecArray[]): { start: number; end: number }[] {
  const authors = closedYear.test(prose) ? matchesIn(prose, authorYear) : []
  return [...authors, ...numbersCited].map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }))
}

/** The id of a source as prose cites it, with its brackets. `at`: its index. */
export interface CitedId {
  start: number
  end: number
  at: number
  /** Whether the claim follows: "According to travel.md, ". */
  isAhead: boolean
}

const [idMin, idMax] = [2, 120]
/** What tells an id from a word, so that it may stand in round brackets or in none. */
const signOfId = /[\d._/-]/
const opening = /[[(【](?:(?:source|see|from)s?:? )?["“`]?$/i
const reporting = /(?:^|\s)(?:according to|as per|per|based on|as stated in)\s+["“`]?$/i
const leadMax = 30

/** Whether words before a citation say that its claim follows: "According to". */
export function isReporting(before: string): boolean {
  return reporting.test(before)
}

/** Returns where prose cites sources by their ids: "[handbook.md]", "(source: doc1)", "According to travel.md". */
export function idsCitedIn(prose: string, ids: readonly string[]): CitedId[] {
  return ids.flatMap((id, at) => {
    if (id.length < idMin || id.length > idMax || /^\d+$/.test(id)) return []
    const cited: CitedId[] = []
    for (let found = prose.indexOf(id); found >= 0; found = prose.indexOf(id, found + id.length)) {
      const place = placeOf(prose, found, found + id.length, signOfId.test(id))
      if (place) cited.push({ ...place, at })
    }
    return cited
  })
}

/** Returns the brackets around an id, or the id after words that report; null where it is only mentioned. */
function placeOf(prose: string, start: number, end: number, hasSign: boolean): Omit<CitedId, 'at'> | null {
  const before = prose.slice(Math.max(0, start - leadMax), start)
  const [open] = opening.exec(before) ?? []
  if (open && /["”`\])】,;]/.test(prose.charAt(end)) && (hasSign || !open.startsWith('('))) {
    const close = /^["”`]?[\])】]?/.exec(prose.slice(end, end + 2))?.[0].length ?? 0
    return { start: start - open.length, end: end + close, isAhead: false }
  }
  const isAhead = hasSign && reporting.test(before) && !/[\p{L}\d]/u.test(prose.charAt(end))
  return isAhead ? { start, end, isAhead } : null
}

const link =
  /\b(?:https?:\/\/|www\.)(?:[^\s<>"'`\][(){}]|\([^\s<>"'`()]*\))+|\b(?:doi:\s*)?10\.\d{4,9}\/[^\s<>"'`\])},;]+|\barxiv:\s*\d{4}\.\d{4,5}\b/gi
const bareLinkStart = /www\./i
const linkStart = /:\/\/|www\.|10\.\d{4}|arxiv:/i

/** Returns the links in a text. */
export function linkMatches(text: string): RegExpExecArray[] {
  // A character is found much faster than a pattern, and only addresses without a scheme have neither of these.
  const mayHaveScheme = text.includes('/') || text.includes(':')
  return (mayHaveScheme ? linkStart : bareLinkStart).test(text) ? [...text.matchAll(link)] : []
}

/** Returns the spans of links in a text. */
export function linksIn(text: string): { start: number; end: number }[] {
  return linkMatches(text).map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }))
}

/** An identifier as written in a text, and the form in which it is compared. */
export interface Identifier {
  start: number
  end: number
  key: string
}

/** A letter; a Chinese or Japanese sign may stand directly beside a code. */
const letter = `(?![${IDEOGRAPHS}])\\p{L}`

/**
 * Codes such as HAT123, INV-1042, #W2378156, CVE-2024-1234 or credit_card_4421486, mail and IP addresses, and after a word such as
 * "reservation" also OWZ4XL; ids of digits alone, which no equation has as its result. All lengths are bounded, so that no text takes long.
 */
const pattern = new RegExp(
  `(?<![\\d@/._-]|${letter})(?:#?\\p{Lu}{1,6}[-_]?\\d{3,20}(?:-\\d{1,20}){0,4}(?:${letter}|\\d){0,20}|\\p{Ll}{2,30}(?:_\\p{Ll}{1,30}){0,5}_\\d{3,20}|[\\w.+-]{1,64}@[\\w-]{1,64}(?:\\.[\\w-]{1,64}){1,5}|\\d{1,3}(?:\\.\\d{1,3}){3}|(?<!= ?)\\d{${LONG_DIGITS},40}(?![.,]\\d))(?!${letter}|[\\d@/_-])`,
  'gu',
)
/** A code of letters and digits, and a word before it for what it is of. */
const code = /\b(?=[A-Z]{0,11}\d)(?=\d{0,11}[A-Z])[A-Z\d]{5,12}(?![\w@/-])/g
const label =
  /\b(?:reservation|booking|order|ticket|confirmation|reference|invoice|tracking|shipment)(?: (?:id|code|number))?:? [*"]{0,2}$/i
const labelMax = 40
/** A part of every identifier, for a quick check: most texts have none. Any sign outside of ASCII may be a capital. */
const part = /[A-Z\P{ASCII}][-_]?\d{3}|_\d{3}|@|\d\.\d{1,3}\.\d|\d{16}/u
/** Numbers written with a currency, a year or the name of a standard are not identifiers of a case. */
const notIdentifiers =
  /^(?:(?:USD|EUR|GBP|JPY|CHF|CNY|INR|AUD|CAD)\d|(?:FY|CY|AD|BC|Q|H)-?(?:19|20)\d\d$|(?:ISO|IEC|IEEE|EN|DIN|RFC|SHA|AES|HTTP)-?\d)/

/** Returns the identifiers of a text, in order. `digits`: what stands beside its digits, as bits of `digits.ts`. */
export function identifiersIn(text: string, digits: number = digitTraitsOf(text)): Identifier[] {
  const mayHavePart = (digits & (AFTER_SIGN | ADDRESS | LONG)) !== 0 || text.includes('@')
  const found =
    mayHavePart && part.test(text)
      ? matchesIn(text, pattern).map(({ 0: written, index }) => toIdentifier(written, index))
      : []
  const mayHaveCode = (digits & BESIDE_CAPITAL) !== 0
  const codes = (mayHaveCode ? matchesIn(text, code) : [])
    .filter(({ index }) => label.test(text.slice(Math.max(0, index - labelMax), index)))
    .map(({ 0: written, index }) => toIdentifier(written, index))
    .filter(({ start }) => !found.some((one) => one.start <= start && start < one.end))
  const all = codes.length > 0 ? [...found, ...codes].sort((one, other) => one.start - other.start) : found
  return all.filter(({ start, end }) => !notIdentifiers.test(text.slice(start, end)))
}

function toIdentifier(written: string, start: number): Identifier {
  return { start, end: start + written.length, key: keyOf(written) }
}

/** Returns a text without the signs and spaces that identifiers are written with or without. */
export function keyOf(written: string): string {
  return written.toLowerCase().replace(/[#_ -]/g, '')
}
