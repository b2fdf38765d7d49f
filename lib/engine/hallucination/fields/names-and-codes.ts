import type { FieldCheck, FieldConflict } from './field-conflict'
import { isCode, lettersAndDigits, wordsIn } from './field-source'
import { isCurrency } from './support'

/** Finds a currency other than the only one of the sources. */
export function otherCurrency({ field, source }: FieldCheck): FieldConflict | null {
  if (!isCurrency(field)) return null
  const [only, more] = source.currencies()
  return only !== undefined && more === undefined && only !== field.value
    ? { type: 'source_contradiction', says: 'The sources have another currency:', quoted: only }
    : null
}

const codeLabel = /^(?:id|number|no|nr|cod|ref|order|invoic|ticket|account|ean|sku|gtin)/

/** Finds a code that differs from one of the sources in a digit or letter, or in the order of two neighbouring ones. */
export function alteredCode({ field, support, source }: FieldCheck): FieldConflict | null {
  const written = String(field.value)
  if (support !== 'not' || !isCode(written)) return null
  if (typeof field.value === 'number' && ![...field.label].some((word) => codeLabel.test(word))) return null
  const key = lettersAndDigits(written)
  for (const [other, quoted] of source.codes())
    if (other.length === key.length && isAltered(key, other))
      return { type: 'nonexistent_entity', says: 'The sources have', quoted }
  return null
}

function isAltered(key: string, other: string): boolean {
  const at = [...key].findIndex((character, place) => character !== other[place])
  if (at < 0) return false
  if (key.slice(at + 1) === other.slice(at + 1)) return true
  return key[at] === other[at + 1] && key[at + 1] === other[at] && key.slice(at + 2) === other.slice(at + 2)
}

const titles = /^(?:mr|mrs|ms|miss|dr|prof|professor|sir|herr|frau|madam|mme|monsieur)$/
/** Beginnings of the labels of names. */
const named =
  /^(?:nam|custom|client|vendor|suppl|provid|compan|employ|patient|author|contact|person|manag|owner|send|recipient|buy|sell|merchant|product|item|titl|rol|position|job|brows|os$|brand|devic|city|location|venu|chair|assign|report|hold|passeng|guest|driv|student|teach|doctor|agent|attend|absent|particip|speak|host|organi|lend|borrow|landlord|tenant|plaintiff|defend|insur|beneficiar|pay|found|ceo|acquir|target|addres|street|unit|room|flat|apartment|hotel|adjust)/
const [nameWordsMin, nameWordsMax, nearMin] = [2, 5, 4]

/** Finds a name of which the sources have all words but one, with another in its place: "Jonas Wagner" for "Jonas Weber". */
export function otherName({ field, support, source }: FieldCheck): FieldConflict | null {
  if (support !== 'not') return null
  const words = wordsIn(String(field.value)).filter((one) => !titles.test(one))
  if (words.length < nameWordsMin || words.length > nameWordsMax) return null
  if (!/^\p{Lu}/u.test(String(field.value))) return null
  const [only, more] = words.filter((one) => !source.hasWord(one))
  if (only === undefined || more !== undefined || (only.length < nearMin && !isNumber(only))) return null
  const at = words.indexOf(only)
  const rest = words.filter((_, place) => place !== at)
  for (const line of source.linesOf(at === 0 ? rest.join(' ') : (words[0] as string)))
    for (const [from] of line.words().entries()) {
      const found = line.words().slice(from, from + words.length)
      const other = found[at]
      if (!other || !words.every((one, place) => place === at || found[place]?.folded === one)) continue
      if (!(isNumber(only) ? isNumber(other.folded) : /^\p{Lu}/u.test(other.written))) continue
      const quoted = line.text.slice(found[0]?.start, found.at(-1)?.end)
      if (/[,;:()|\t]|\s{2}/.test(quoted) || other.folded.startsWith(only) || only.startsWith(other.folded)) continue
      if (isNear(only, other.folded) || [...field.label].some((word) => named.test(word)))
        return { type: 'nonexistent_entity', says: 'The sources have', quoted }
    }
  return null
}

const isNumber = (word: string) => /^\d{1,4}$/.test(word)

/** Whether two words of four letters or more differ in one letter, or by one more. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < nearMin || long.length - short.length > 1) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from++
  return short.slice(long.length === short.length ? from + 1 : from) === long.slice(from + 1)
}
