import { classes, endOfRun, LETTER } from './characters'

/** The number of words, and of common English ones among them. */
export interface WordCounts {
  words: number
  common: number
}

const charactersMax = 20_000
const commonWords = new Set(
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our'.split(
    ' ',
  ),
)
const commonKeys = new Set([...commonWords].map(keyOf))
/** Length of the longest common word; keys have five bits per letter. */
const commonLength = Math.max(...[...commonWords].map(({ length }) => length))

/** A text of fewer words is told by its letters. */
const wordsMin = 12
/** Share of common words in an English text. */
const commonMin = 0.12

/**
 * Whether a text is English, by its share of common words. A text of fewer than 12 words counts as English if it is plain ASCII, apart from
 * typographic punctuation, and has no more common words of another language. `counted` are the words of the whole text, where they are known.
 */
export function isEnglish(whole: string, counted?: () => WordCounts): boolean {
  const start = whole.slice(0, charactersMax)
  // The only letter that becomes two characters in lower case.
  const text = start.includes('İ') ? start.toLowerCase() : start
  if (counted && start === whole && text === start) return isEnglishBy(counted(), whole)
  let [words, common] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const start = at
    let key = 0
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (((classes[code] ?? 0) & LETTER) === 0) break
      key = (key << 5) | letterNumber(code)
    }
    for (const end = endOfRun(text, at, LETTER); at < end; at++) key = (key << 5) | letterNumber(text.charCodeAt(at))
    if (at === start) continue
    words++
    if (at - start <= commonLength && commonKeys.has(key)) common++
    // Enough, whatever the words of the rest.
    if (words >= wordsMin && common / (words + (text.length - at + 1) / 2) >= commonMin) return true
  }
  return isEnglishBy({ words, common }, whole)
}

function isEnglishBy({ words, common }: WordCounts, whole: string): boolean {
  if (words >= wordsMin) return common / words >= commonMin
  const start = whole.slice(0, 2000).toLowerCase()
  const others = start.match(other)?.length ?? 0
  return common >= 3 || !((others > 1 && others > common) || /(?=\P{ASCII})\p{L}/u.test(start))
}

/** Common words of German, French, Spanish, Italian and Dutch that are none in English. */
const other =
  /(?<![\p{L}'’])(?:der|das|und|ist|nicht|ein|eine|einen|im|am|um|mit|von|zum|zur|auf|dem|des|wird|bei|le|les|est|une|dans|sur|pour|avec|qui|et|du|el|los|las|del|una|es|por|para|con|y|il|gli|di|della|che|het|een|van|niet|voor|op)(?![\p{L}'’])/gu

/** Returns the number of words within a piece of text, and of common ones among them. */
export function countWords(piece: string): WordCounts {
  const words = piece.match(/\p{L}+/gu) ?? []
  return { words: words.length, common: words.filter(isCommon).length }
}

/** Like {@link countWords}, for a single word of letters. */
export function countWord(word: string): WordCounts {
  return isCommon(word) ? commonWord : otherWord
}

const commonWord = { words: 1, common: 1 }
const otherWord = { words: 1, common: 0 }

function isCommon(word: string): boolean {
  return word.length <= commonLength && commonKeys.has(keyOf(word))
}

function keyOf(word: string): number {
  let key = 0
  for (let at = 0; at < word.length; at++) key = (key << 5) | letterNumber(word.charCodeAt(at))
  return key
}

/** Returns the number of a letter in either case; 0x1f for all non-ASCII characters. The Kelvin sign is a capital k. */
function letterNumber(code: number): number {
  return code === 0x21_2a ? 0x0b : code > 127 ? 0x1f : code & 0x1f
}
