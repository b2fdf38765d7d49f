import { classBefore, classOf, DIGIT, endOfDecimals, endOfRun, endOfThousands, LETTER, SPACE, WORD } from './characters'

const underscore = 0x5f
const [comma, point] = [0x2c, 0x2e]

/** Returns the end of a word known to reach at least `known`, extended over an apostrophe, an abbreviation, or non-ASCII letters. */
export function endOfWord(text: string, start: number, known: number): number {
  const next = text.charCodeAt(known)
  if (next === 0x20) return known
  if (next === point && known === start + 1 && isAsciiCapital(text.charCodeAt(start))) {
    const abbreviation = endOfAbbreviation(text, start)
    if (abbreviation > start) return abbreviation
  }
  let end = next > 127 && next !== 0x20_19 ? endOfRun(text, known, WORD) : known
  for (let mark = text.charCodeAt(end); mark === 0x27 || mark === 0x20_19; mark = text.charCodeAt(end)) {
    const further = endOfRun(text, end + 1, LETTER)
    if (further === end + 1) break
    end = further
  }
  return end
}

/** Returns the end of the link that starts here, or `start` if there is none. */
export function endOfLink(text: string, start: number, first: number, to: number): number {
  if (first !== 0x68 && first !== 0x77) return start
  const second = text.charCodeAt(start + 1)
  if (second !== 0x74 && second !== 0x77) return start
  const scheme = ['https://', 'http://', 'www.'].find((one) => text.startsWith(one, start))
  if (!scheme) return start
  const from = start + scheme.length
  let end = from
  while (end < to && !isEndOfLink(text.charCodeAt(end))) end++
  return end > from ? end : start
}

function isEndOfLink(code: number): boolean {
  return code === 0x3c || code === 0x3e || code === 0x22 || code === 0x27 || (classOf(code) & SPACE) !== 0
}

function endOfAbbreviation(text: string, start: number): number {
  let end = start
  while (isAsciiCapital(text.charCodeAt(end)) && text.charCodeAt(end + 1) === point) end += 2
  return end - start >= 4 ? end : start
}

function isAsciiCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a
}

/** Whether a letter, digit or underscore precedes directly, or before one point or comma. */
export function isWithinName(text: string, at: number): boolean {
  if (isNamePart(text, at)) return true
  const before = text.charCodeAt(at - 1)
  return (before === comma || before === point) && isNamePart(text, at - 1)
}

function isNamePart(text: string, at: number): boolean {
  return (classBefore(text, at) & (LETTER | DIGIT)) !== 0 || text.charCodeAt(at - 1) === underscore
}

export function endOfNumber(text: string, start: number): number {
  return endOfDecimals(text, endOfThousands(text, endOfRun(text, start, DIGIT)))
}
