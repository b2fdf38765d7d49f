import { matchesIn } from './normalise'

/** An identifier as written in a text, and the form in which it is compared. */
export interface Identifier {
  start: number
  end: number
  key: string
}

/**
 * Codes such as HAT123, INV-1042, #W2378156, CVE-2024-1234 or credit_card_4421486, mail and IP addresses. All lengths are bounded, so that
 * no text takes long.
 */
const pattern =
  /(?<![\p{L}\d@/._-])(?:#?\p{Lu}{1,6}[-_]?\d{3,20}(?:-\d{1,20}){0,4}[\p{L}\d]{0,20}|\p{Ll}{2,30}(?:_\p{Ll}{1,30}){0,5}_\d{3,20}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}|\d{1,3}(?:\.\d{1,3}){3})(?![\p{L}\d@/_-])/gu
/** A part of every identifier, for a quick check: most texts have none. Any sign outside of ASCII may be a capital. */
const part = /[A-Z\P{ASCII}][-_]?\d{3}|_\d{3}|@|\d\.\d{1,3}\.\d/u
/** Numbers written with a currency, a year or the name of a standard are not identifiers of a case. */
const notIdentifiers =
  /^(?:(?:USD|EUR|GBP|JPY|CHF|CNY|INR|AUD|CAD)\d|(?:FY|CY|AD|BC|Q|H)-?(?:19|20)\d\d$|(?:ISO|IEC|IEEE|EN|DIN|RFC|SHA|AES|HTTP)-?\d)/

/** Returns the identifiers of a text, in order. */
export function identifiersIn(text: string): Identifier[] {
  if (!part.test(text)) return []
  return matchesIn(text, pattern)
    .filter(({ 0: written }) => !notIdentifiers.test(written))
    .map(({ 0: written, index }) => ({ start: index, end: index + written.length, key: keyOf(written) }))
}

/** Returns a text without the signs and spaces that identifiers are written with or without. */
export function keyOf(written: string): string {
  return written.toLowerCase().replace(/[#_ -]/g, '')
}
