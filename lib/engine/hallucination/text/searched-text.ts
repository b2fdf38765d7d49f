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

/** Moves a window of four characters on by one: eight bits further, the first of them is gone. */
const moved = (window: number, code: number) => (window << 8) ^ code

/** Returns the number of a window, in 16 bits. */
const partIn = (window: number) => Math.imul(window, 0x9e_37_79_b1) >>> 16

function partsOf(text: string): Uint8Array {
  const parts = new Uint8Array(1 << 16)
  let window = 0
  for (let at = 0; at < text.length; at++) {
    window = moved(window, text.charCodeAt(at))
    if (at + 1 >= PART_LENGTH) parts[partIn(window)] = 1
  }
  return parts
}

function mayContain(parts: Uint8Array, searched: string): boolean {
  let window = 0
  for (let at = 0; at < searched.length; at++) {
    window = moved(window, searched.charCodeAt(at))
    if (at + 1 >= PART_LENGTH && parts[partIn(window)] === 0) return false
  }
  return true
}
