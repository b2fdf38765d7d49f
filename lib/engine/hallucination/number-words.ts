import { endOfPlainWord } from './plain-numbers'

/** The value of each number word in lower case. */
export const wordValues = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value) => [word, value]),
)
for (const [index, word] of 'thirty forty fifty sixty seventy eighty ninety hundred'.split(' ').entries())
  wordValues.set(word, (index + 3) * 10)
wordValues.set('dozen', 12)

/** Whether a word in lower case is a number word. */
export function isNumberWord(word: string): boolean {
  return wordValues.has(word)
}

/** Returns the value of a lower-case number word from two on; "one" is excluded because it is rarely a number. */
export function numberWordValue(word: string): number | undefined {
  return word === 'one' ? undefined : wordValues.get(word)
}

/** Bit set of the lengths of number words, by first letter. */
const lengthsByLetter = new Int32Array(27)
for (const word of wordValues.keys()) {
  const letter = word.charCodeAt(0) & 0x1f
  lengthsByLetter[letter] = (lengthsByLetter[letter] ?? 0) | (1 << word.length)
}

/** Whether a word may be a number word, by its first letter and its length. */
export function mayBeNumberWord(text: string, start: number, end: number): boolean {
  const length = end - start
  if (length < 3 || length > 9) return false
  return ((lengthsByLetter[text.charCodeAt(start) & 0x1f] ?? 0) & (1 << length)) !== 0
}

/** Returns the value of every number word: "twelve", "fifty", "a dozen". */
export function numberWordsIn(text: string): number[] {
  const values: number[] = []
  for (let at = 0; at < text.length; at++) {
    const start = at
    at = endOfPlainWord(text, start)
    if (!mayBeNumberWord(text, start, at)) continue
    const value = wordValues.get(text.slice(start, at).toLowerCase())
    if (value !== undefined) values.push(value)
  }
  return values
}
