import { isDigit } from '../text/characters'
import { isEnglish } from '../text/english'
import { firstFrom } from './supported-values'

/** A digit, a sign that only other notations have between digits, and a digit: what most texts lack. */
const unit =
  '[ \\u00a0]?(?:[€£$%‰]|°[CF]|(?:EUR|USD|GBP|CHF|kr|[mck]m|[mk]?[glm]|t|[km]?W|MWh?|GW|[kG]Wh|[MG]Hz|k?Hz|[kMG]B|[mk]?V|mA|ms|min|h|s|bar|hPa|(?:[Ee]uro|[Dd]ollar|[Ff]ranc|[Pp]eso|[Mm]illi?on|[Mm]illi?ard|[Mm]ilion|[Mm]il[ij]ard|[Mm]iljoen|[Mm]ilh|millón|[Mm]etro|[Mm]eter|[Ll]iter|[Ll]itro|[Ll]itre|[Kk]ilo)\\w{0,6}|Franken|Kronen|[Pp]rozent|procent|p[oe]r c[ei]ento|pour cent|Mio|Mrd|Grad|Stunden|heures|horas)\\b)'
const other = new RegExp(
  `\\d(?:['’\\u00a0\\u202f\\u2009]\\d{3}|\\.\\d{3}[.,]\\d|,\\d{1,2}${unit}| \\d{3},\\d| \\d{3}${unit}|\\.\\d\\d Uhr\\b|[ \\u00a0]?(?:[Pp]rozent|procent|pour cent|p[oe]r c[ie]))|[€£$][ \\u00a0]?\\d+,\\d{1,2}(?!\\d)`,
)
const [group, spacedGroup] = ['(?:\\.\\d{3})', '(?: \\d{3})']
const notations: readonly (readonly [RegExp, (written: string) => string])[] = [
  // 1.234,50 and 1.234.567
  [new RegExp(`(?<![\\d.,])\\d{1,3}${group}+,\\d{1,2}(?![\\d.,]\\d|\\d)`, 'g'), swapped],
  [new RegExp(`(?<![\\d.,])\\d{1,3}${group}{2}(?![.,]?\\d)`, 'g'), swapped],
  // 1'234.50, and 1 234,50 with a space that breaks no line
  [/(?<![\d.,])\d{1,3}(?:['’]\d{3})+(?:[.,]\d{1,2})?(?!\d|['’]\d)/g, grouped],
  [/(?<![\d.,])\d{1,3}(?:[\u00a0\u202f\u2009]\d{3})+(?:[.,]\d{1,2})?(?!\d)/g, grouped],
  // 1 234,50, which could be two numbers without the decimals
  [new RegExp(`(?<![\\d.,]|\\d )\\d{1,3}${spacedGroup}+,\\d{2}(?![\\d,]|\\.\\d)`, 'g'), grouped],
  // 1 750 km
  [new RegExp(`(?<![\\d.,\\p{L}]|\\d |\\p{Lu}\\p{L}{0,20} )\\d{1,3}${spacedGroup}+(?=${unit})(?! \\d)`, 'gu'), grouped],
  // 14.05 Uhr
  [/(?<![\d.,:])(?:[01]?\d|2[0-3])\.[0-5]\d(?= Uhr\b)/g, (time) => time.replace('.', ':')],
  // 12,50 € and 3,5 %, but not the columns of a line "12,50"
  [new RegExp(`(?<=[ (\\u00a0])\\d+,\\d{1,2}(?=${unit})`, 'g'), swapped],
  [/(?<=[€£$][ \u00a0]?)\d+,\d{1,2}(?![\d,]|\.\d)/g, swapped],
  // 12 Prozent, 9 pour cent
  [
    /(?<=\d[ \u00a0]?)(?:[Pp]rozent|procent|pour cent|p[oe]r cento|por ciento)(?!\p{L})/gu,
    (word) => 'percent'.padEnd(word.length),
  ],
]

/**
 * Writes amounts as English does, position by position: "1.234,50", "1'234.50" and "1 234,50" as "1,234.50", "3,5 %" as "3.5 %", "14.05 Uhr" as "14:05 Uhr". "1.234" and
 * "1,234" alone may be either and stay.
 */
export function inOneNotation(whole: string): string {
  const hasGroups = groups.test(whole)
  const mayHaveOtherWords = (hasGroups && (spaced.test(whole) || pointed.test(whole))) || percentWord.test(whole)
  const isOther = mayHaveOtherWords && !isEnglish(whole)
  const text = isOther ? whole.replace(spacedGroups, grouped).replace(pointedGroups, swapped) : whole
  if (!(isOther || hasGroups || mayBeOther(text)) || !other.test(text)) return text
  return notations.reduce((written, [pattern, rewrite]) => written.replace(pattern, rewrite), text)
}

const percentWord = /[Pp](?:rozent|rocent|our cent|er cento|or c[ie])/
/** Three digits behind a space or point, for a quick check. */
const groups = /\d[ .]\d{3}(?!\d)/
/** "236 000 visiteurs": in English two numbers stand side by side more often than a space between thousands. */
const spaced = /\d \d{3} \p{Ll}/u
const spacedGroups = new RegExp(
  `(?<![\\d.,\\p{L}]|\\d |\\p{Lu}\\p{L}{0,20} )\\d{1,3}${spacedGroup}+(?= \\p{Ll}{3})`,
  'gu',
)

/** "1.050 posti": in English a number with three decimals. */
const pointed = /\d\.\d{3}(?!\d)/
const pointedGroups = /(?<![\d.,])\d{1,3}\.\d{3}(?![\d.,]\d|\d)(?= ?[\p{L}€%])/gu

const rareSigns = ['’', '\u00a0', '\u202f', '\u2009']

/** A quick check by signs between digits, since they are found faster than a pattern. */
function mayBeOther(text: string): boolean {
  for (const sign of rareSigns) if (text.includes(sign)) return true
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1))
    if (isDigit(text.charCodeAt(at + 1)) && !(isDigit(text.charCodeAt(at + 2)) && isDigit(text.charCodeAt(at + 3))))
      return true
  for (let at = text.indexOf('.'); at >= 0; at = text.indexOf('.', at + 1))
    if (isDigit(text.charCodeAt(at + 1)) && (text.charAt(at + 4) === '.' || text.startsWith(' Uhr', at + 3)))
      return true
  for (let at = text.indexOf("'"); at >= 0; at = text.indexOf("'", at + 1))
    if (isDigit(text.charCodeAt(at + 1))) return true
  return false
}

function swapped(written: string): string {
  return written.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
}

function grouped(written: string): string {
  return written.replace(/[^\d](?=\d{1,2}$)/, '.').replace(/['’\s](?=\d{3})/g, ',')
}

/** Whether a number may be another with the other meaning of a point or a comma. */
export function mayBeEitherWay({ value, step }: Written): boolean {
  return value >= 1 && (step === 1 ? value >= 1000 : step < 0.002)
}

/**
 * Whether two numbers may be the same, written with a point and three digits or with thousands: "1.234" is one and some or more than a
 * thousand.
 */
export function areEitherWay(one: Written, other: Written): boolean {
  return isThousandOf(one, other) || isThousandOf(other, one)
}

/** The values of some numbers in order, and a thousand times each of those with three decimals, of which most texts have none. */
interface InOrder {
  plain: () => Float64Array
  thousandfold: () => Float64Array
}

/** Whether one of some numbers may be the same as another with the other meaning of a point or a comma. */
export function isAmongEitherWay(one: Written, { plain, thousandfold }: InOrder): boolean {
  return (hasThousandths(one) && hasNear(plain(), one.value * 1000)) || hasNear(thousandfold(), one.value)
}

/** Whether a value that rounds to the same whole one is among some in ascending order. */
function hasNear(values: Float64Array, value: number): boolean {
  let at = firstFrom(values, value - 1)
  while (at < values.length && (values[at] as number) <= value + 1)
    if (Math.abs((values[at++] as number) - value) < nearMax) return true
  return false
}

/** Two whole numbers that are nearer are the same. */
const nearMax = 0.5

interface Written {
  value: number
  step: number
}

/** Whether a number has three decimals, which may be thousands of another notation. */
export function hasThousandths({ value, step }: Written): boolean {
  return Math.abs(step - 0.001) < 1e-9 && value >= 1 && value < 1000
}

function isThousandOf(one: Written, other: Written): boolean {
  return hasThousandths(one) && Math.abs(one.value * 1000 - other.value) < nearMax
}
