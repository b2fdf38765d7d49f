import { lazily } from '../../lazily'

const PART_LENGTH = 4
/** Searching a short text takes less time than marking its parts. */
const LONG = 2000

/**
 * Returns a function that tells whether a text contains another. It marks every four characters in a row when it is first asked, so that a
 * long text is not searched for each of many words that it cannot contain.
 */
export function searchIn(text: () => string): (part: string) => boolean {
  const parts = lazily(() => partsOf(text()))
  return (part) => (text().length < LONG || mayContain(parts(), part)) && text().includes(part)
}

/** The number of four characters, in 16 bits. */
function partAt(text: string, at: number): number {
  let hash = 0
  for (let place = at; place < at + PART_LENGTH; place++) hash = (Math.imul(hash, 31) + text.charCodeAt(place)) | 0
  return (hash ^ (hash >>> 16)) & 0xff_ff
}

function partsOf(text: string): Uint8Array {
  const parts = new Uint8Array(1 << 16)
  for (let at = 0; at + PART_LENGTH <= text.length; at++) parts[partAt(text, at)] = 1
  return parts
}

function mayContain(parts: Uint8Array, searched: string): boolean {
  for (let at = 0; at + PART_LENGTH <= searched.length; at++) if (parts[partAt(searched, at)] === 0) return false
  return true
}
