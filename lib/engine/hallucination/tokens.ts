import { type DateMention, datesIn } from './read-dates'
import { numberWordValue } from './read-numbers'
import { unitOf } from './units'

/** A word, number, date or link of a text. `key` is equal for what is the same however it is written. */
export interface Token {
  kind: 'word' | 'number' | 'date' | 'link'
  key: string
  /** Written with a capital; no matter whether it begins a sentence. */
  isCapital: boolean
  start: number
  end: number
  number?: { value: number; step: number; unit: string | null }
  date?: DateMention
}

const piece =
  /(https?:\/\/[^\s<>"']+|www\.[^\s<>"']+)|(?<![\p{L}\d_][.,]?)(\d+(?:,\d{3})*(?:\.\d+)?)|((?:[A-Z]\.){2,}|\p{L}[\p{L}\p{M}\d_]*(?:['’]\p{L}+)*)/gu
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['bn', 1e9],
  ['mn', 1e6],
  ['m', 1e6],
  ['k', 1e3],
])

/** The tokens of a text. Number, scale and unit are one token, as are a number word, a date and a link; "isn't" is two. */
export function tokensOf(text: string): Token[] {
  const dates = datesIn(text)
  const tokens: Token[] = []
  let nextDate = 0
  let last: Token | undefined
  for (const { 0: whole, 1: link, 2: digits, index } of text.matchAll(piece)) {
    while (nextDate < dates.length && (dates[nextDate]?.end ?? 0) <= index) nextDate++
    if (last && index < last.end) continue
    const date = dates[nextDate]
    if (date && index >= date.start) {
      if (last?.date === date) continue
      last = dateToken(date)
      tokens.push(last)
      continue
    }
    const end = index + whole.length
    if (link === undefined && digits === undefined) {
      last = pushWord(tokens, last, text, whole, index, end)
      continue
    }
    last =
      digits === undefined
        ? { kind: 'link', key: 'link', isCapital: false, start: index, end }
        : numberToken(text, digits, index, end)
    tokens.push(last)
  }
  return tokens
}

function dateToken(date: DateMention): Token {
  const [reading] = date.readings
  const key = `${reading?.year ?? ''}-${reading?.month}-${reading?.day ?? ''}`
  return { kind: 'date', key, isCapital: false, start: date.start, end: date.end, date }
}

function numberToken(text: string, digits: string, start: number, end: number): Token {
  const value = Number(digits.replaceAll(',', ''))
  const step = 1 / 10 ** (digits.split('.')[1]?.length ?? 0)
  const percent = ['%', ' %', ' per cent'].find((sign) => text.startsWith(sign, end))
  const unit = percent ? '%' : unitOf(text[start - 1] ?? '')
  return keyed({
    kind: 'number',
    key: '',
    isCapital: false,
    start,
    end: end + (percent?.length ?? 0),
    number: { value, step, unit },
  })
}

function keyed(token: Token): Token {
  const { number } = token
  if (number) token.key = number.unit ? `${number.value} ${number.unit}` : `${number.value}`
  return token
}

/** Adds a word, or joins it to the number before it. Gives the last token. */
function pushWord(
  tokens: Token[],
  last: Token | undefined,
  text: string,
  whole: string,
  start: number,
  end: number,
): Token | undefined {
  const word = whole.toLowerCase().replaceAll('’', "'")
  const isCapital = whole.charCodeAt(0) !== word.charCodeAt(0)
  if (last?.number && start - last.end <= 1 && joined(last, word)) {
    last.end = end
    return keyed(last)
  }
  const value = isCapital && start > 0 && text[start - 1] === ' ' ? undefined : numberWordValue(word)
  if (value !== undefined) {
    if (
      last?.number &&
      start - last.end <= 1 &&
      last.number.value >= 20 &&
      last.number.value < 100 &&
      value < 10 &&
      /\p{L}/u.test(text[last.end - 1] ?? '')
    ) {
      last.number.value += value
      last.end = end
      return keyed(last)
    }
    const token = keyed({ kind: 'number', key: '', isCapital, start, end, number: { value, step: 1, unit: null } })
    tokens.push(token)
    return token
  }
  const words = wordKeys(word).map((key): Token => ({ kind: 'word', key, isCapital, start, end }))
  tokens.push(...words)
  return words.at(-1)
}

/** True when the word was the scale or the unit of the number. */
function joined({ number }: Token, word: string): boolean {
  if (!number) return false
  const scale = word === 'm' && number.unit === null ? undefined : scales.get(word)
  if (scale && number.value < 1000) {
    number.value *= scale
    number.step *= scale
    return true
  }
  const unit = word === 'm' ? 'm' : unitOf(word)
  if (!unit || number.unit) return false
  number.unit = unit
  return true
}

const irregular = new Map([
  ["can't", ['can', 'not']],
  ['cannot', ['can', 'not']],
  ["won't", ['will', 'not']],
  ["shan't", ['shall', 'not']],
])

function wordKeys(word: string): readonly string[] {
  const known = irregular.get(word)
  if (known) return known
  if (!word.includes("'")) return [stemOf(word.includes('.') ? word.replaceAll('.', '') : word)]
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not']
  const apostrophe = word.indexOf("'")
  const bare = apostrophe > 0 && word.endsWith("'s") ? word.slice(0, -2) : word
  return [stemOf(bare.includes('.') ? bare.replaceAll('.', '') : bare)]
}

/** A word without the ending of number and tense, so that "restarts" and "restarted" are the same. */
export function stemOf(word: string): string {
  let stem = word
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`
  else if (stem.length > 3 && stem.endsWith('s') && !stem.endsWith('ss')) stem = stem.slice(0, -1)
  if (stem.length > 5 && stem.endsWith('ing')) stem = stem.slice(0, -3)
  else if (stem.length > 4 && stem.endsWith('ed')) stem = stem.slice(0, -2)
  return stem.length > 4 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

const functionWords = new Set(
  'a an the of and or but nor to in on at by for from with without into onto over under up down out off about as than then so if is are was were be been being am do doe did done have has had having will would shall should can could may might must it its he him his she her they them their we us our you your i my me this that these those there here who whom whose which what when where why how all any each both more most other some such no not never only own same too very also just s t while during after before between through because until against again further once one ha wa hi thi'.split(
    ' ',
  ),
)

/** Whether a token is a word that says something of its own. */
export function isContent({ kind, key }: Token): boolean {
  return kind === 'word' && !functionWords.has(key)
}
