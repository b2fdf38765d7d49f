import { CodeSet, classOf, DIGIT, LETTER, SPACE } from './characters'
import { ODD, PROPER, type Spelling } from './spelling'

const word = "\\p{Lu}[\\p{Ll}'’]+(?:-\\p{Lu}[\\p{Ll}]+)?"
/** A name of two or more words. */
export const namePattern = new RegExp(
  `(?<![\\p{L}\\d_@/.-])${word}(?:\\s+(?:(?:of|de|van|von|der|la|bin)\\s+)?${word})+(?![\\p{L}\\d_@/-])`,
  'gu',
)

/** The words of a text that may be part of a name, in order. */
export class Capitals {
  readonly words: Spelling[] = []
  readonly starts: number[] = []

  add(word: Spelling, start: number): void {
    this.words.push(word)
    this.starts.push(start)
  }

  /** Returns the first word at or after a position, searched from another one on. */
  indexFrom(index: number, start: number): number {
    let at = index
    while (at < this.starts.length && (this.starts[at] as number) < start) at++
    return at
  }

  /**
   * Returns the runs of two or more words from `index` on that lie before `end`, with single spaces between them: the index of the first word
   * of each, and the index behind its last. Null where only a pattern can tell, because of what stands around a word.
   */
  runsFrom(text: string, index: number, end: number): number[] | null {
    const runs: number[] = []
    let from = -1
    let lastEnd = -1
    let at = index
    for (; at < this.starts.length; at++) {
      const start = this.starts[at] as number
      if (start >= end) break
      const { nameKind: kind, written } = this.words[at] as Spelling
      if (kind === ODD) return null
      const wordEnd = start + written.length
      if (isOddBefore(text, start) || isOddAfter(text, wordEnd)) return null
      const isNext = lastEnd >= 0 && start === lastEnd + 1 && text.charCodeAt(lastEnd) === 0x20
      if (lastEnd >= 0 && !isNext && mayJoin(text, lastEnd, start)) return null
      if (!isNext || kind !== PROPER) {
        if (from >= 0 && at - from > 1) runs.push(from, at)
        from = -1
      }
      if (kind === PROPER) {
        if (from < 0) from = at
        lastEnd = wordEnd
      } else lastEnd = -1
    }
    if (from >= 0 && at - from > 1) runs.push(from, at)
    return runs
  }
}

const before = new CodeSet('@/.-_#&')
const after = new CodeSet("@/-_'’")

/** Whether the sign before a word may keep it from beginning a name. */
function isOddBefore(text: string, start: number): boolean {
  if (start === 0) return false
  const code = text.charCodeAt(start - 1)
  if (code === 0x20) return false
  return before.has(code) || code > 127 || (classOf(code) & (LETTER | DIGIT)) !== 0
}

/** Whether the sign after a word may be part of it, or keep it from ending a name. */
function isOddAfter(text: string, end: number): boolean {
  const code = text.charCodeAt(end)
  if (code === 0x20) return false
  return after.has(code) || code > 127
}

const joint = /^\s+(?:(?:of|de|van|von|der|la|bin)\s+)?$/
const jointMax = 12

/** Whether what stands between two words may join them to one name. */
function mayJoin(text: string, from: number, to: number): boolean {
  if ((classOf(text.charCodeAt(from)) & SPACE) === 0) return false
  const isWide = (classOf(text.charCodeAt(from + 1)) & SPACE) !== 0 || (classOf(text.charCodeAt(to - 2)) & SPACE) !== 0
  return (isWide || to - from <= jointMax) && joint.test(text.slice(from, to))
}
