import { classAt, DIGIT, endOfRun, LETTER } from './characters'
import { isFunctionWord } from './function-words'
import { stemOf } from './stems'

/** A word or value of a line: the key by which it is looked up, and where it is. */
export interface EntryWord {
  key: string
  /** The word without its endings of number and tense. */
  stem: string
  start: number
  end: number
  isCapital: boolean
  /** Whether digits or single letters are a part of it: "V-11", "redis-b", "41". */
  isCode: boolean
}

const code = /\d|^\p{L}[-_]|[-_]\p{L}(?:$|[-_])/u
const thousands = /^\d{1,3}(?:,\d{3})+$/
const part = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{L}+/gu
const capital = /^\p{Lu}/u

/** The parts of what was read before, since words recur; emptied when it is full. */
const known = new Map<string, readonly EntryWord[]>()
const [knownMax, lengthMax] = [1 << 14, 32]

/** Returns the words and values of a text. The names of fields and programs are read as their words: "log_level", "FailedScheduling". */
export function entryWordsIn(text: string): EntryWord[] {
  const words: EntryWord[] = []
  eachPiece(text, (start, end) => {
    for (const word of partsOf(text.slice(start, end)))
      words.push({ ...word, start: start + word.start, end: start + word.end })
  })
  return words
}

/** Returns the keys of the words and values of a text. */
export function entryKeysIn(text: string): string[] {
  const keys: string[] = []
  eachPiece(text, (start, end) => {
    for (const { key } of partsOf(text.slice(start, end))) keys.push(key)
  })
  return keys
}

/** Returns the first word of each key, in their order. */
export function keyed(words: readonly EntryWord[]): ReadonlyMap<string, EntryWord> {
  const keys = new Map<string, EntryWord>()
  for (const word of words) if (!keys.has(word.key)) keys.set(word.key, word)
  return keys
}

const joints = new Set("-'’.:/,_")

/** Visits the runs of letters and digits, joined by single signs. */
function eachPiece(text: string, visit: (start: number, end: number) => void): void {
  for (let at = 0; at < text.length; ) {
    if ((classAt(text, at) & (LETTER | DIGIT)) === 0) {
      at++
      continue
    }
    const start = at
    at = endOfRun(text, at, LETTER | DIGIT)
    while (joints.has(text.charAt(at)) && (classAt(text, at + 1) & (LETTER | DIGIT)) !== 0)
      at = endOfRun(text, at + 1, LETTER | DIGIT)
    visit(start, at)
  }
}

function partsOf(written: string): readonly EntryWord[] {
  let parts = known.get(written)
  if (!parts) {
    parts = readParts(written)
    if (known.size >= knownMax) known.clear()
    if (written.length <= lengthMax) known.set(written, parts)
  }
  return parts
}

function readParts(written: string): EntryWord[] {
  const words: EntryWord[] = []
  const isCode = code.test(written)
  if (isCode) {
    const key = thousands.test(written) ? written.replaceAll(',', '') : written.toLowerCase()
    words.push({ key, stem: key, start: 0, end: written.length, isCapital: capital.test(written), isCode })
    if (!/[-_]/.test(written)) return words
  }
  for (const { 0: each, index: start } of written.replace(/['’]s$/u, '').matchAll(part)) {
    const lower = each.toLowerCase()
    if (isFunctionWord(lower) || each.length < (isCode ? 3 : 2)) continue
    const stem = stemOf(lower)
    const end = start + each.length
    words.push({ key: rootOf(stem), stem, start, end, isCapital: capital.test(each), isCode: false })
  }
  return words
}

const endings = /(?:ation|ition|ion|ment|er|or|ee|y|i|e)$/

/** Returns what verbs and the nouns made of them have in common: "supplied" and "supplier", "owns" and "owner". */
function rootOf(stem: string): string {
  const plain = stem.replace('our', 'or')
  const root = plain.length < 5 ? plain : plain.replace(endings, '')
  return root.length < 3 ? plain : root.length > 4 ? root.replace(/[iey]$/, '') : root
}
