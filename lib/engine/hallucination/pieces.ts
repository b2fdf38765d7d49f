import { classBefore, classOf, DIGIT, endOfRun, LETTER, MARK, SPACE } from './characters'

const underscore = 0x5f
const [comma, point] = [0x2c, 0x2e]

type PieceKind = 'word' | 'number' | 'link'

/**
 * Walks through a text from piece to piece: a link, a number in digits, an abbreviation of capitals with points ("U.S."), or a
 * word with its digits, underscores and apostrophes. Digits that stand within a name or a number say nothing alone.
 */
export function forEachPiece(text: string, visit: (kind: PieceKind, start: number, end: number) => void): void {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const found = classOf((code & 0xfc_00) === 0xd8_00 ? (text.codePointAt(at) ?? code) : code)
    if ((found & (LETTER | DIGIT)) === 0) continue
    if (found & LETTER) {
      const link = endOfLink(text, at, code)
      const end = link > at ? link : endOfLetters(text, at, code)
      visit(link > at ? 'link' : 'word', at, end)
      at = end - 1
    } else if (!isWithinName(text, at)) {
      const end = endOfNumber(text, at)
      visit('number', at, end)
      at = end - 1
    }
  }
}

function endOfLetters(text: string, start: number, first: number): number {
  const isAbbreviation = isAsciiCapital(first) && text.charCodeAt(start + 1) === point
  const abbreviation = isAbbreviation ? endOfAbbreviation(text, start) : start
  return abbreviation > start ? abbreviation : endOfWord(text, start)
}

/** Where the link that begins with a letter ends; its start where none does. */
function endOfLink(text: string, start: number, first: number): number {
  if (first !== 0x68 && first !== 0x77) return start
  const scheme = ['https://', 'http://', 'www.'].find((one) => text.startsWith(one, start))
  if (!scheme) return start
  const from = start + scheme.length
  let end = from
  while (end < text.length && !isEndOfLink(text.charCodeAt(end))) end++
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

function endOfWord(text: string, start: number): number {
  let end = endOfRun(text, start, LETTER | MARK | DIGIT)
  let next = text.charCodeAt(end)
  for (; next === underscore; next = text.charCodeAt(end)) end = endOfRun(text, end + 1, LETTER | MARK | DIGIT)
  for (; next === 0x27 || next === 0x20_19; next = text.charCodeAt(end)) {
    const further = endOfRun(text, end + 1, LETTER)
    if (further === end + 1) break
    end = further
  }
  return end
}

/** True where a letter, a digit or an underscore stands right before, or before one point or comma. */
function isWithinName(text: string, at: number): boolean {
  if (isNamePart(text, at)) return true
  const before = text.charCodeAt(at - 1)
  return (before === comma || before === point) && isNamePart(text, at - 1)
}

function isNamePart(text: string, at: number): boolean {
  return (classBefore(text, at) & (LETTER | DIGIT)) !== 0 || text.charCodeAt(at - 1) === underscore
}

function endOfNumber(text: string, start: number): number {
  let end = endOfRun(text, start, DIGIT)
  while (text.charCodeAt(end) === comma && isDigit(text, end + 1) && isDigit(text, end + 2) && isDigit(text, end + 3))
    end += 4
  return text.charCodeAt(end) === point && isDigit(text, end + 1) ? endOfRun(text, end + 1, DIGIT) : end
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}
