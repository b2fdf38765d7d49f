import { otherUnits } from './foreign-words'

/** A number with its unit. `step` is the value of one in its last written digit. */
export interface Quantity {
  value: number
  step: number
  unit: string | null
}

/**
 * How a unit is written in this very case, and as a word in any; its size in the base unit of its kind, null if nothing converts it; and where
 * its scale begins, in its own unit.
 */
type Row = readonly [signs: string, words: string, factor: number | null, zero?: number]

/** The units by what they measure; only those of one kind can be converted. */
const kinds: Record<string, Record<string, Row>> = {
  length: {
    nm: ['nm', 'nanometre nanometer', 1e-9],
    µm: ['µm μm', 'micrometre micrometer', 1e-6],
    mm: ['mm', 'mm millimetre millimeter', 0.001],
    cm: ['cm', 'cm centimetre centimeter', 0.01],
    // Its sign may also be minutes or millions.
    m: ['', 'metre meter', 1],
    km: ['km', 'km kilometre kilometer', 1000],
    inch: ['', 'inch', 0.0254],
    ft: ['ft', 'ft foot feet', 0.3048],
    yd: ['yd', 'yd yard', 0.9144],
    mi: ['mi', 'mi mile', 1609.344],
  },
  area: {
    'mm²': ['mm²', '', 1e-6],
    'cm²': ['cm²', '', 1e-4],
    'm²': ['m² sqm', '', 1],
    'km²': ['km²', '', 1e6],
    acre: ['', 'acre', 4046.86],
    ha: ['ha', 'ha hectare', 10_000],
  },
  mass: {
    µg: ['µg μg mcg', 'µg mcg microgram', 1e-6],
    mg: ['mg', 'mg milligram', 0.001],
    g: ['g', 'gram', 1],
    kg: ['kg', 'kg kilogram kilo', 1000],
    t: ['t', 'tonne ton', 1e6],
    lb: ['lb lbs', 'lb pound', 453.592],
    oz: ['oz', 'oz ounce', 28.3495],
  },
  time: {
    ns: ['ns', 'nanosecond', 1e-9],
    µs: ['µs μs', 'microsecond', 1e-6],
    ms: ['ms', 'ms msec millisecond', 0.001],
    s: ['s', 'sec second', 1],
    min: ['min', 'min minute', 60],
    h: ['h', 'hr hour', 3600],
    day: ['d', 'day', 86_400],
    week: ['', 'week', 604_800],
    month: ['', 'month', 2_629_746],
    year: ['', 'year yr', 31_556_952],
    decade: ['', 'decade', 315_569_520],
    century: ['', 'century', 3_155_695_200],
  },
  volume: {
    ml: ['ml mL', 'ml millilitre milliliter', 0.001],
    cl: ['cl cL', 'centilitre centiliter', 0.01],
    l: ['l L', 'litre liter', 1],
    gal: ['gal', 'gallon', 3.78541],
    'cm³': ['cm³', '', 0.001],
    'm³': ['m³', '', 1000],
  },
  data: {
    B: ['', 'byte', 1],
    kb: ['kB KB', 'kb kilobyte', 1e3],
    mb: ['MB', 'mb megabyte', 1e6],
    gb: ['GB', 'gb gigabyte', 1e9],
    tb: ['TB', 'tb terabyte', 1e12],
    kib: ['KiB', 'kib', 2 ** 10],
    mib: ['MiB', 'mib', 2 ** 20],
    gib: ['GiB', 'gib', 2 ** 30],
    tib: ['TiB', 'tib', 2 ** 40],
  },
  rate: {
    bps: ['bps bit/s', 'bps', 1],
    kbps: ['kbps kbit/s', 'kbps', 1e3],
    mbps: ['Mbps Mbit/s', '', 1e6],
    gbps: ['Gbps Gbit/s', 'gbps', 1e9],
    'kB/s': ['kB/s KB/s', '', 8e3],
    'MB/s': ['MB/s', '', 8e6],
    'GB/s': ['GB/s', '', 8e9],
  },
  temperature: {
    '°C': ['°C ℃', 'celsius', 1, -273.15],
    '°F': ['°F ℉', 'fahrenheit', 5 / 9, -459.67],
    // Its sign may also be thousands.
    K: ['', 'kelvin', 1],
  },
  power: {
    mW: ['mW', 'milliwatt', 0.001],
    W: ['W', 'watt', 1],
    kW: ['kW', 'kw kilowatt', 1e3],
    MW: ['MW', 'megawatt', 1e6],
    GW: ['GW', 'gw gigawatt', 1e9],
  },
  energy: {
    J: ['J', 'joule', 1],
    kJ: ['kJ', 'kj kilojoule', 1e3],
    MJ: ['MJ', 'megajoule', 1e6],
    Wh: ['Wh', '', 3.6e3],
    kWh: ['kWh', 'kwh', 3.6e6],
    MWh: ['MWh', '', 3.6e9],
    GWh: ['GWh', 'gwh', 3.6e12],
    kcal: ['kcal', 'kcal', 4184],
  },
  voltage: { mV: ['mV', 'millivolt', 0.001], V: ['V', 'volt', 1], kV: ['kV', 'kilovolt', 1e3] },
  current: { mA: ['mA', 'milliamp milliampere', 0.001], A: ['A', 'amp ampere', 1] },
  force: { N: ['', 'newton', 1], kN: ['kN', 'kilonewton', 1e3] },
  sound: { dB: ['dB', 'decibel', null] },
  frequency: {
    rpm: ['rpm', 'rpm', 1 / 60],
    Hz: ['Hz', 'hertz', 1],
    kHz: ['kHz', 'khz kilohertz', 1e3],
    MHz: ['MHz', 'megahertz', 1e6],
    GHz: ['GHz', 'ghz gigahertz', 1e9],
  },
  pressure: {
    Pa: ['Pa', 'pascal', 1],
    hPa: ['hPa', 'hpa hectopascal', 100],
    kPa: ['kPa', 'kpa kilopascal', 1e3],
    mbar: ['mbar', 'mbar millibar', 100],
    bar: ['bar', '', 1e5],
    psi: ['psi', 'psi', 6894.76],
  },
  speed: { 'km/h': ['km/h kph', 'kph', 1 / 3.6], 'm/s': ['m/s', '', 1], mph: ['mph mi/h', 'mph', 0.44704] },
  density: { 'g/l': ['g/l g/L', '', 1], 'mg/l': ['mg/l mg/L', '', 1e-3], 'µg/l': ['µg/l µg/L μg/l μg/L', '', 1e-6] },
  pixels: { px: ['px', 'px pixel', null] },
  money: {
    $: ['$ USD', '$ dollar usd', null],
    '€': ['€ EUR', '€ euro eur', null],
    '£': ['£ GBP', '£ gbp', null],
    '¥': ['¥ JPY', '¥ yen jpy 円', null],
    '₹': ['₹ INR', '₹ rupee inr', null],
    CHF: ['CHF', 'chf franc', null],
    CNY: ['CNY RMB', 'yuan renminbi 元', null],
    CAD: ['CAD', '', null],
    AUD: ['AUD', '', null],
    SEK: ['SEK', '', null],
    NOK: ['NOK', '', null],
    DKK: ['DKK', '', null],
    PLN: ['PLN', 'zloty', null],
    cent: ['ct ¢', 'cent pence', null],
  },
  share: {
    '%': ['% ％', '% percent', 1],
    '‰': ['‰', '', 0.1],
    ppm: ['ppm', 'ppm', 1e-4],
    pp: ['', 'point percentage', null],
  },
}

/** Units that share a sign or word. */
const sharing = [
  ['£', 'lb'],
  ['m', 'min'],
  ['$', 'CAD'],
  ['$', 'AUD'],
  ['¥', 'CNY'],
] as const

interface Unit {
  kind: string
  factor: number | null
  zero: number
}

const units = new Map<string, Unit>()
const signs = new Map<string, string>()
const words = new Map<string, string>()
for (const [kind, members] of Object.entries(kinds))
  for (const [unit, [written, named, factor, zero = 0]] of Object.entries(members)) {
    units.set(unit, { kind, factor, zero })
    for (const sign of written.match(/\S+/g) ?? []) signs.set(sign, unit)
    for (const name of named.match(/\S+/g) ?? []) {
      words.set(name, unit)
      words.set(name === 'century' ? 'centuries' : name === 'inch' ? 'inches' : `${name}s`, unit)
    }
  }
for (const [unit, named] of otherUnits) for (const word of named.split(' ')) words.set(word, unit)

/** Returns the unit a word in lower case names (`metres` is `m`), or null. */
export function unitOf(word: string): string | null {
  return words.get(word) ?? null
}

/** Returns every sign. */
export function signsWritten(): Iterable<string> {
  return signs.keys()
}

/** Returns the unit of a sign in its very case (`kW`, `km/h`, `€`), or null. */
export function unitOfSign(sign: string): string | null {
  return signs.get(sign) ?? null
}

const alike = new Map<string, string[]>()
for (const [one, other] of sharing) {
  alike.set(one, [...(alike.get(one) ?? [one]), other])
  alike.set(other, [...(alike.get(other) ?? [other]), one])
}

/** Returns the units that are written like this one, itself first: pounds are money and a weight. */
export function alikeUnits(unit: string): readonly string[] {
  return alike.get(unit) ?? [unit]
}

/** Converts a value to another unit, or from or to one that is written like it; null if nothing converts them. */
export function convert(value: number, from: string, to: string): number | null {
  if (!alike.has(from) && !alike.has(to)) return convertOne(value, from, to)
  for (const source of alikeUnits(from))
    for (const target of alikeUnits(to)) {
      const converted = convertOne(value, source, target)
      if (converted !== null) return converted
    }
  return null
}

function convertOne(value: number, from: string, to: string): number | null {
  const [one, other] = [units.get(from), units.get(to)]
  if (!one || one.kind !== other?.kind) return null
  if (one.kind === 'money' && from !== to) return from === 'cent' ? value / 100 : to === 'cent' ? value * 100 : null
  if (one.factor === null || other.factor === null) return null
  return ((value - one.zero) * one.factor) / other.factor + other.zero
}

/** Whether a unit is a percentage or in points, which cannot conflict with a count. */
export function isPart(unit: string | null | undefined): boolean {
  return unit != null && units.get(unit)?.kind === 'share'
}

/** Whether a unit is of money. */
export function isMoney(unit: string | null): boolean {
  return unit !== null && units.get(unit)?.kind === 'money'
}

/** Whether two units measure the same. */
export function areComparable(one: string | null, other: string | null): boolean {
  const kind = one === null ? undefined : units.get(one)?.kind
  return kind !== undefined && other !== null && kind === units.get(other)?.kind
}

/** Share by which a converted value may differ, by kind: kilobytes are of 1000 and of 1024, degrees are as exact as written. */
const tolerances: Record<string, number> = { data: 0.1, temperature: 0 }
const usualTolerance = 0.02

/** Whether a claim is a value in another unit, up to the claim's last digit or two per cent. */
export function isConversion(claim: Quantity, given: { value: number; unit: string | null }): boolean {
  if (claim.unit === null || given.unit === null || claim.unit === given.unit) return false
  return alikeUnits(claim.unit).some((unit) => {
    const kind = units.get(unit)?.kind ?? ''
    const tolerance = tolerances[kind] ?? usualTolerance
    // A minus is not part of the value everywhere, and there is cold on both sides of zero.
    const isDegrees = kind === 'temperature'
    const said = { ...claim, value: isDegrees ? Math.abs(claim.value) : claim.value }
    return (isDegrees ? [given.value, -given.value] : [given.value]).some((value) => {
      const converted = convert(value, given.unit as string, unit)
      if (converted === null) return false
      const exact = isDegrees ? Math.abs(converted) : converted
      return isRounding(said, exact) || Math.abs(exact - said.value) <= Math.abs(said.value) * tolerance
    })
  })
}

/** Whether a value is this one, rounded or cut to its last digit. */
export function isRounding({ value, step }: { value: number; step: number }, exact: number): boolean {
  return exact >= value - step / 2 - step * 1e-9 && exact < value + step - step * 1e-9
}

/** What the signs of units that also scale a number multiply it by. */
export const scaleOfSign: ReadonlyMap<string | null, number> = new Map([
  ['m', 1e6],
  ['K', 1e3],
  ['B', 1e9],
])

/** Returns the number without a unit that a quantity may be where its sign also scales, "5 m"; null for others. */
export function asScaled({ value, step, unit }: Quantity): Quantity | null {
  const size = scaleOfSign.get(unit)
  return size === undefined ? null : { value: value * size, step: step * size, unit: null }
}

/** Whether a number may be a year. */
export function isYear({ value, unit }: { value: number; unit: string | null }): boolean {
  return unit === null && Number.isInteger(value) && value >= 1900 && value < 2100
}
