import { areAkin } from '../tables/entries'
import { fieldWords } from '../tables/field-names'
import type { Column, Table } from '../tables/tables'
import { stemOf } from '../text/stems'

/** Names of one and the same field, the first standing for all. */
const synonyms = [
  'birth date|date of birth|birth day|dob|born|birth',
  'zip|zip code|postcode|postal code',
  'tier|membership|member level|loyalty level|membership level',
  'cabin|travel class|cabin class|class',
  'price|fare|cost',
  'phone|phone number|telephone|tel|mobile',
  'email|mail|e mail|email address',
  'quantity|qty|pieces',
  'status|state',
  'total|sum|grand total',
  'start|begin|from|starts at|start time|start date',
  'end|finish|until|ends at|end time|end date',
  'bag|baggage|luggage',
  'passenger|traveller|traveler|guest',
  'customer|client|buyer|customer name|client name',
  'last four|last digits|ending|last4',
].map((group) => {
  const [first = [], ...others] = group.split('|').map((phrase) => phrase.split(' ').map(stemOf))
  return { first, others: others.toSorted((one, other) => other.length - one.length) }
})

/** Words of a label that tell only that a value stands there, or in what unit. */
const idle = new Set(
  'is has was value name text the of on at in usd eur gbp dollar euro percent pct current count number'
    .split(' ')
    .map(stemOf),
)

/** The words of a label, with one name for each field of several. Idle words are left out unless it has no others. */
export function plainLabel(words: Iterable<string>): ReadonlySet<string> {
  const all = [...words]
  const telling = all.filter((word) => !idle.has(word))
  const left = new Set(telling.length > 0 ? telling : all)
  for (const { first, others } of synonyms) {
    const known = others.find((phrase) => phrase.every((word) => left.has(word)))
    for (const word of known ?? []) left.delete(word)
    for (const word of known ? first : []) left.add(word)
  }
  return left
}

/** Whether two labels have the same words, or one abbreviated. */
export const areOneLabel = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size > 0 && one.size === other.size && [...one].every((word) => [...other].some((like) => areAkin(word, like)))

const plainTitles = new WeakMap<Column, ReadonlySet<string>>()

function plainTitle(column: Column): ReadonlySet<string> {
  let known = plainTitles.get(column)
  if (!known) {
    known = plainLabel(column.words)
    plainTitles.set(column, known)
  }
  return known
}

/**
 * Returns what a field may be called in a table, the surest first: its label with the name of what contains it, `total` of `baggage` for
 * `total_baggages`, or its label alone.
 */
export function titlesOf(label: ReadonlySet<string>, container: string): readonly ReadonlySet<string>[] {
  return [plainLabel([...label, ...fieldWords(container)]), plainLabel(label)]
}

/** Returns the only column of a table with one of these titles; -1 for none. */
export function columnNamed({ columns }: Table, titles: readonly ReadonlySet<string>[]): number {
  for (const title of titles) {
    const found = [...columns.keys()].filter((at) => areOneLabel(plainTitle(columns[at] as Column), title))
    if (found.length === 1) return found[0] as number
  }
  return -1
}
