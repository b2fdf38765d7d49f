import { type Entries, type Entry, type EntryConflict, type EntryWord, entryWordsIn, keyed } from './entries'

/** A part of a statement is told of one column. */
const pause = /[,;:]\s|\s(?:and|while|whereas)\s/
/** What is added up, computed or paid for several is the value of no column. */
const computed =
  /\b(?:total|sum|together|differ\w*|extra|additional|more|less|remain\w*|refund\w*|sav\w*|discount\w*|after|per|each|for \d+|x \d+|times)\b/i
const amount = /^\d+(?:\.\d+)?$/
const currency = /[$€£¥]\s?$/
const priced = /pric|cost|fare|fee|rate/
const prices = /\b(?:prices?|priced|costs?|fares?|fees?|rates?)\b/i

/** A column of a group of them: "basic_economy" of "prices". */
interface Place {
  group: string
  leaf: string
}

/**
 * Finds a number said of a column of one record, named by its id, that is of another column of the same group, of that column in another
 * record, or of none at all: "HAT01 costs $128 in basic economy" where `prices` has 65 for `basic_economy` and 128 for `economy`.
 */
export function ofOtherColumn(
  text: string,
  words: readonly EntryWord[],
  entries: Entries,
  isUnsupported: (from: number, to: number) => boolean,
): EntryConflict | null {
  if (!words.some(({ key }) => amount.test(key))) return null
  const ids = [...keyed(words)].flatMap(([key, { isCode }]) => {
    const records = isCode ? entries.with(key).filter(({ field }) => field === null) : []
    return records.some(({ ids: own }) => own.has(key)) ? [records] : []
  })
  const [records, more] = ids
  if (!records || more) return null
  let start = 0
  for (const part of text.split(pause)) {
    const from = text.indexOf(part, start)
    start = from + part.length
    if (computed.test(part)) continue
    const said = words.filter((word) => word.start >= from && word.end <= start)
    const [value, another] = said.filter(({ key }) => amount.test(key))
    if (!value || another) continue
    const found = records.flatMap((record) => {
      const place = placeOf(said, value, text, record)
      return place ? [{ record, place }] : []
    })
    const [first] = found
    if (!first) continue
    const { group: own, leaf: column } = first.place
    const isOther = (one: Entry): boolean =>
      placesOf(one, value.key).every(({ group, leaf }) => group === own && leaf !== column)
    const isGiven = entries
      .with(value.key)
      .some((one) => one.field === null && placesOf(one, value.key).some(({ group }) => group === own))
    if ((isGiven || isUnsupported(value.start, value.end)) && records.every(isOther))
      return { start: value.start, end: value.end, entry: first.record }
  }
  return null
}

/** The column that the words name in full, in the only group that they tell of: by its name, or prices by their currency. */
function placeOf(said: readonly EntryWord[], value: EntryWord, text: string, record: Entry): Place | null {
  const keys = keyed(said)
  const isPrice = currency.test(text.slice(0, value.start)) || prices.test(text)
  const isSaid = (group: string) =>
    (isPrice && priced.test(group)) || entryWordsIn(group).some(({ key }) => keys.has(key))
  const named = columnsOf(record).filter(
    ({ group, leaf }) => isSaid(group) && entryWordsIn(leaf).every(({ key }) => keys.has(key)),
  )
  const lengthOf = ({ leaf }: Place) => entryWordsIn(leaf).length
  const longest = Math.max(0, ...named.map(lengthOf))
  const [place, more] = named.filter((one) => lengthOf(one) === longest)
  const isPart = (one: Place) =>
    entryWordsIn(place?.leaf ?? '').some(({ key }) => entryWordsIn(one.leaf).some((word) => word.key === key))
  return place && !more && longest > 0 && named.every(isPart) ? place : null
}

/** The columns of a record that are parts of a group. */
function columnsOf({ slots }: Entry): Place[] {
  const titles = new Set([...slots.values()].flat())
  return [...titles].flatMap((title) => toPlace(title) ?? [])
}

function toPlace(title: string): Place | null {
  const at = title.lastIndexOf(' ')
  return at < 0 ? null : { group: title.slice(0, at), leaf: title.slice(at + 1) }
}

/** Where a record has a value; a title without a group is its own. */
function placesOf({ slots }: Entry, key: string): Place[] {
  return (slots.get(key) ?? []).map((title) => toPlace(title) ?? { group: '', leaf: title })
}
