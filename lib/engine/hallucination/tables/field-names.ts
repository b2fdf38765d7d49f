import { unitOf, unitOfSign } from '../numbers/units'
import { stemOf } from '../text/stems'

/** How headings are shortened other than by the start of the word. */
const abbreviations = new Map(
  'qty quantity;amt amount;dept department;yrs years;yr year;mgr manager;cnt count;pct percentage;rm room;wt weight;ht height;acct account;mfr manufacturer;bldg building;ord order;inv invoice;crs course;emp employee;cust customer'
    .split(';')
    .map((pair) => pair.split(' ').map(stemOf) as [string, string]),
)

/** Returns what a field is called, as stems; a shortened word also as what it stands for. */
export function fieldWords(title: string): Set<string> {
  const plain = title.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()
  const words = (plain.match(/\p{L}[\p{L}\d]*/gu) ?? []).map(stemOf)
  return new Set(words.flatMap((word) => [word, abbreviations.get(word) ?? word]))
}

/** A count by a time, the least of something and a part of a date are in no unit: `requests_per_hour`, `price_min`, `due_day`. */
const noUnit = /(?:^|_)(?:per_\p{L}+|min|second|minute|hour|day|week|month|year)$/u

/**
 * Returns the unit that the last word of a field's name tells: `ms` of `duration_ms`, `g` of `weight_g`; null for none. The name of a field within
 * others is its last part.
 */
export function unitNamed(title: string): string | null {
  const name = toSnakeCase(title.split(' ').at(-1) ?? '').replaceAll('-', '_')
  const last = /_(\p{L}+)$/u.exec(name)?.[1]
  return last === undefined || noUnit.test(name) ? null : (unitOf(last) ?? smallSigns.get(last) ?? null)
}

/** Returns the name of a field in lower case, its words joined by underscores: "passengerCount" as "passenger_count". */
export const toSnakeCase = (name: string): string => name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2').toLowerCase()

/** Signs of units that name no field by themselves. */
const smallSigns = new Map(['g', 'kg', 'km', 'l', 's', 'h'].map((sign) => [sign, unitOfSign(sign) ?? sign]))

/** Returns the first unit among the words of a field's name: `min` of `min_age`, too. */
export function unitIn(title: string): string | null {
  const parts = title.toLowerCase().match(/[\p{L}%$€£¥]+/gu) ?? []
  return parts.length > 1 ? (parts.map((part) => unitOf(part)).find((unit) => unit !== null) ?? null) : null
}
