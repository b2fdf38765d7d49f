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
/** Share of common words in an English text, and that from which no other language has as many. */
const [commonMin, commonSure] = [0.12, 0.25]

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
    if (words >= wordsMin && common / (words + (text.length - at + 1) / 2) >= commonSure) return true
  }
  return isEnglishBy({ words, common }, whole)
}

function isEnglishBy({ words, common }: WordCounts, whole: string): boolean {
  const share = common / words
  if (words >= wordsMin && (share < commonMin || share >= commonSure)) return share >= commonMin
  const start = whole.slice(0, othersMax).toLowerCase()
  const others = (start.match(other)?.length ?? 0) + (start.match(surelyOther)?.length ?? 0)
  // Some words are common in two languages: French "a" and "on", German "was".
  if (words >= wordsMin) return others <= share * (whole.length > othersMax ? countWords(start).words : words)
  return common >= 3 || !((others > 1 && others > common) || /(?=\P{ASCII})\p{L}/u.test(start))
}

const othersMax = 2000

/** Common words of German, French, Spanish, Italian, Dutch and Portuguese that are none in English. */
const other =
  /(?<![\p{L}'’])(?:der|das|und|ist|nicht|ein|eine|einen|im|am|um|mit|von|zum|zur|auf|dem|des|wird|wurden?|werden|sich|auch|einer|bei|le|les|est|une|dans|sur|pour|avec|qui|et|du|el|los|las|del|una|de|la|en|se|es|por|para|con|y|il|gli|di|della|che|het|een|van|niet|voor|op|que|uma|não|são|dos|pelo|pela|foi|mais|também|ao|até)(?![\p{L}'’])/gu

/** Words that count twice: none of English, no name, no abbreviation. */
const surelyOther =
  /(?<!\p{L})(?:nicht|eine|einen|einer|wurden?|werden|sich|auch|und|mit|wird|dans|une|avec|della|gli|niet|een|het)(?!\p{L})/gu

const accented = /\p{L}*[à-öø-ÿāąćčęěłńňőřśşšůűžżığ]\p{L}*/gu

/** Share of letters of another script than the Latin one in a text of another language. */
const otherScriptMin = 0.3

/**
 * Whether a text is surely of another language than English: by its common words, or its script. Data without sentences, such as JSON, is of
 * none.
 */
export function isForeign(whole: string): boolean {
  const start = whole.slice(0, othersMax).toLowerCase()
  const letters = start.match(/\p{L}/gu)?.length ?? 0
  const latin = start.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (letters - latin > otherScriptMin * letters) return true
  const others = [other, surelyOther, accented].reduce((sum, words) => sum + (start.match(words)?.length ?? 0), 0)
  return others > 1 && others > countWords(start).common && !isEnglish(whole)
}

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
