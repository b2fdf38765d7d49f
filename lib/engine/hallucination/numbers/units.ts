import { classOf, isDigitAt, LETTER } from '../text/characters'

interface Unit {
  /** The dimension; only units of the same kind can be converted. */
  kind: string
  /** Size in the base unit of its kind; null if a factor alone does not convert it. */
  factor: number | null
}

const kinds: Record<string, Record<string, readonly [names: string, factor: number | null]>> = {
  length: {
    mm: ['mm millimetre millimeter', 0.001],
    cm: ['cm centimetre centimeter', 0.01],
    m: ['metre meter', 1],
    km: ['km kilometre kilometer', 1000],
    inch: ['inch', 0.0254],
    ft: ['ft foot feet', 0.3048],
    yd: ['yd yard', 0.9144],
    mi: ['mi mile', 1609.344],
  },
  area: { acre: ['acre', 4046.86], ha: ['ha hectare', 10_000] },
  mass: {
    µg: ['µg mcg microgram', 1e-6],
    mg: ['mg milligram', 0.001],
    g: ['g gram', 1],
    kg: ['kg kilogram kilo', 1000],
    lb: ['lb lbs pound', 453.592],
    oz: ['oz ounce', 28.3495],
    t: ['tonne ton', 1e6],
  },
  time: {
    ms: ['ms millisecond', 0.001],
    s: ['sec second', 1],
    min: ['min minute', 60],
    h: ['hr hour', 3600],
    day: ['day', 86_400],
    week: ['week', 604_800],
    month: ['month', 2_629_746],
    year: ['year yr', 31_556_952],
    decade: ['decade', 315_569_520],
    century: ['century', 3_155_695_200],
  },
  volume: { ml: ['ml millilitre milliliter', 0.001], l: ['l litre liter', 1], gal: ['gallon', 3.78541] },
  data: { kb: ['kb', 1e3], mb: ['mb', 1e6], gb: ['gb', 1e9], tb: ['tb', 1e12] },
  temperature: { C: ['celsius', null], F: ['fahrenheit', null] },
  power: { W: ['watt', 1], kW: ['kw kilowatt', 1e3], MW: ['mw megawatt', 1e6], GW: ['gw gigawatt', 1e9] },
  money: {
    $: ['$ dollar usd', null],
    '€': ['€ euro eur', null],
    '£': ['£ gbp', null],
    '¥': ['¥ yen jpy', null],
  },
  share: { '%': ['% percent', null], pp: ['point percentage', null] },
}

const units = new Map<string, Unit>()
const symbols = new Map<string, string>()
for (const [kind, members] of Object.entries(kinds))
  for (const [symbol, [names, factor]] of Object.entries(members)) {
    units.set(symbol, { kind, factor })
    for (const name of names.split(' ')) {
      symbols.set(name, symbol)
      symbols.set(name === 'century' ? 'centuries' : name === 'inch' ? 'inches' : `${name}s`, symbol)
    }
  }

/** Returns the unit a word or sign names (`metres` is `m`), or null. */
export function unitOf(word: string): string | null {
  return symbols.get(word) ?? null
}

/** Returns the units that are written like this one: pounds are a weight and money. */
export function alikeUnits(unit: string): readonly string[] {
  return unit === '£' || unit === 'lb' ? ['£', 'lb'] : [unit]
}

/** Converts a value to another unit; null if no factor converts them. */
export function convert(value: number, from: string, to: string): number | null {
  const [one, other] = [units.get(from), units.get(to)]
  if (!one?.factor || !other?.factor || one.kind !== other.kind) return null
  return (value * one.factor) / other.factor
}

/** Whether a unit is a percentage or in points, which cannot conflict with a count. */
export function isPart(unit: string | null | undefined): boolean {
  return unit === '%' || unit === 'pp'
}

/** Whether two units measure the same. */
export function areComparable(one: string | null, other: string | null): boolean {
  const kind = one === null ? undefined : units.get(one)?.kind
  return kind !== undefined && other !== null && kind === units.get(other)?.kind
}

export interface Quantity {
  value: number
  step: number
  unit: string | null
}

const space = 0x20
const percentSigns = [' %', ' per cent']

/** Returns the minutes of a time of day behind its hour, or null. */
export function minutesAt(text: string, at: number): number | null {
  if (text.charCodeAt(at) !== 0x3a) return null
  const [tens, ones] = [text.charCodeAt(at + 1) - 0x30, text.charCodeAt(at + 2) - 0x30]
  const isTwo = tens >= 0 && tens < 6 && ones >= 0 && ones < 10 && !isDigitAt(text, at + 3)
  return isTwo ? tens * 10 + ones : null
}

/** Returns the length of the seconds of a time at a position, with their fraction; 0 if there are none. */
export function secondsLengthAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x3a || !isDigitAt(text, at + 1) || !isDigitAt(text, at + 2)) return 0
  let end = at + 3
  if (text.charAt(end) === '.' && isDigitAt(text, end + 1))
    do end++
    while (isDigitAt(text, end))
  return isDigitAt(text, end) ? 0 : end - at
}

/** Returns the length of a percent sign or words at a position; 0 if there are none. */
export function percentSignAt(text: string, at: number): number {
  const next = text.charCodeAt(at)
  if (next === 0x25) return 1
  if (next !== space) return 0
  const behind = text.charCodeAt(at + 1)
  // Most numbers are followed by another word.
  if (behind !== 0x25 && behind !== 0x70) return 0
  return percentSigns.find((sign) => text.startsWith(sign, at))?.length ?? 0
}

/** Adds the word to the number if it is a scale or a unit, and returns whether it did. */
export function joinUnit(
  number: Quantity,
  { lower, scale, unit: named }: { lower: string; scale: number | undefined; unit: string | null },
): boolean {
  if (scale && number.value < 1000 && (lower !== 'm' || number.unit !== null)) {
    number.value *= scale
    number.step *= scale
    return true
  }
  const unit = lower === 'm' ? 'm' : named
  if (!unit || number.unit) return false
  number.unit = unit
  return true
}

/** Adds the ones of a number in words, "twenty five", and returns whether it did. */
export function joinOnes(number: Quantity, ones: number | undefined, text: string, end: number): boolean {
  if (ones === undefined || ones >= 10 || number.value < 20 || number.value >= 100) return false
  if ((classOf(text.charCodeAt(end - 1)) & LETTER) === 0) return false
  number.value += ones
  return true
}
