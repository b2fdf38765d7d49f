import { isDigit } from '../text/characters'

/** A digit, a sign that only other notations have between digits, and a digit: what most texts lack. */
const unit =
  '[ \\u00a0]?(?:[€£$%‰]|°[CF]|(?:EUR|USD|GBP|CHF|kr|[mck]m|[mk]?[glm]|t|[km]?W|MWh?|GW|[kG]Wh|[MG]Hz|k?Hz|[kMG]B|[mk]?V|mA|ms|min|h|s|bar|hPa|(?:[Ee]uro|[Dd]ollar|[Ff]ranc|[Pp]eso|[Mm]illion|millón|[Mm]etro|[Mm]eter|[Ll]iter|[Ll]itro|[Ll]itre|[Kk]ilo)\\w{0,6}|Franken|Kronen|Prozent|por ciento|pour cent|Mio|Mrd|Grad|Stunden|heures|horas)\\b)'
const other = new RegExp(
  `\\d(?:['’\\u00a0\\u202f\\u2009]\\d{3}|\\.\\d{3}[.,]\\d|,\\d{1,2}${unit}| \\d{3},\\d|\\d \\d{3}${unit}|\\.\\d\\d Uhr\\b)|[€£$][ \\u00a0]?\\d+,\\d{1,2}(?!\\d)`,
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
]

/**
 * Writes amounts as English does, position by position: "1.234,50", "1'234.50" and "1 234,50" as "1,234.50", "3,5 %" as "3.5 %", "14.05 Uhr" as "14:05 Uhr". "1.234" and
 * "1,234" alone may be either and stay.
 */
export function inOneNotation(text: string): string {
  if (!mayBeOther(text) || !other.test(text)) return text
  return notations.reduce((written, [pattern, rewrite]) => written.replace(pattern, rewrite), text)
}

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

interface Written {
  value: number
  step: number
}

function isThousandOf({ value, step }: Written, other: Written): boolean {
  return Math.abs(step - 0.001) < 1e-9 && value >= 1 && value < 1000 && Math.abs(value * 1000 - other.value) < 0.5
}
