import { type HallucinationFinding, quoting, spanOf } from '../finding'
import { tokensMax } from '../sources/alignment'
import { hasFields } from '../text/plain-text'
import { stemOf } from '../text/stems'
import { areOtherStates, areSiblings } from '../words/kinds'
import { areOpposite } from '../words/opposites'
import {
  areAkin,
  type Entries,
  type Entry,
  type EntryConflict,
  type EntryWord,
  entryWordsIn,
  isState,
  keyed,
} from './entries'
import type { TableMaterial } from './given-tables'
import { ofOtherColumn } from './of-other-column'
import { isChange } from './table-claims'

/** A sentence that denies, or tells of several records together, is compared with none. */
const comparing =
  /\b(?:not|no|never|none|neither|nor|without|except|than|rather|instead|unlike|before|after|both|every|each|other|another|total|together|if|unless)\b|n['’]t\b|\?\s*$/i
/** Values that say too little to be another record's. */
const idle = /^(?:\d{1,2}|true|fals|yes)$/

/** Finds what records and settings of the sources have otherwise, in the sentences that nothing else contradicts. */
export function findEntryConflicts(
  { output, readings, tables, isEnglish }: TableMaterial,
  found: readonly HallucinationFinding[],
): HallucinationFinding[] {
  // Only English words of denial and comparison are known.
  if (!isEnglish) return []
  const entries = tables().entries()
  if (entries.all.length === 0) return []
  const contradicted = found.filter(({ verdict }) => verdict === 'contradicted')
  const open = found.filter(({ verdict, type }) => verdict === 'unverifiable' && type !== 'unsupported_claim')
  const isOpen = (own: number, end: number) => open.some(({ span }) => span.start < end && span.end > own)
  return readings().flatMap(({ text, start, from, to }): HallucinationFinding[] => {
    if (to - from > tokensMax || isChange(text) || hasFields(text)) return []
    if (contradicted.some(({ span }) => span.start < start + text.length && span.end > start)) return []
    const said = { text, words: entryWordsIn(text) }
    const conflict =
      ofOtherValue(said, entries) ??
      ofOtherRecord(said, entries) ??
      (comparing.test(text)
        ? null
        : ofOtherColumn(text, said.words, entries, (own, end) => isOpen(start + own, start + end)))
    if (!conflict) return []
    return [
      {
        type: 'source_contradiction',
        verdict: 'contradicted',
        severity: 'likely',
        confidence: 0.8,
        span: spanOf(output, start + conflict.start, start + conflict.end),
        evidence: quoting('The source says', conflict.entry.text()),
      },
    ]
  })
}

/**
 * Finds a value of another record than those that a sentence names by their id or name: no record has both, and each of the
 * named records has another value in a field of this one. Records may be of several tables and results.
 */
function ofOtherRecord({ text, words }: Statement, entries: Entries): EntryConflict | null {
  if (comparing.test(text)) return null
  const keys = keyed(words)
  const named = [...keys].flatMap(([key, word]) => {
    const isPart = [...keys.values()].some((one) => one.isCode && one !== word && overlap(one, word))
    const places = isPart ? [] : entries.with(key).filter(({ field }) => field === null)
    const records = places.filter(({ ids }) => ids.has(key))
    return records.length > 0 ? [{ key, places, records }] : []
  })
  for (const [key, word] of keys) {
    const others = named.filter((one) => one.key !== key)
    const records = others.flatMap((one) => one.records)
    const [entry] = records
    if (!entry || idle.test(key) || others.some(({ places }) => places.some(({ slots }) => slots.has(key)))) continue
    const holders = entries.with(key)
    // A word of a longer value is none.
    if (!word.isCapital && !word.isCode && !holders.some(({ single }) => single.has(key))) continue
    // What "runs" in a region may not be "running".
    if (isVerb(word, text)) continue
    const fields = new Set(holders.flatMap(({ slots }) => slots.get(key) ?? []))
    const isSaid = ({ slots }: Entry, field: string) => [...keys.keys()].some((one) => slots.get(one)?.includes(field))
    const hasAnother = (one: Entry) =>
      [...one.slots.values()].some((own) => own.some((field) => fields.has(field) && !isSaid(one, field)))
    if (fields.size > 0 && !fields.has('') && records.every(hasAnother))
      return { start: word.start, end: word.end, entry }
  }
  return null
}

/** Whether a word is a verb directly behind an id or name. */
const isVerb = ({ start, end, isCapital }: EntryWord, text: string) =>
  !isCapital && text.charAt(end - 1) === 's' && /[\p{Lu}\d][\p{L}\d_-]*["*]* $/u.test(text.slice(0, start))

/** What stands before a value: "is", "uses a", "by the". */
const predicative =
  /(?:^|\W)(?:is|are|was|were|be|been|by|through|via|uses?|to|in|with|has)\s+(?:an?\s+|the\s+|in\s+|set to\s+)?$/i

const overlap = (one: EntryWord, other: EntryWord) => one.start < other.end && other.start < one.end

const on = /^(?:true|yes|on|enabled|active|allowed)$/i
const off = /^(?:false|no|off|disabled|inactive|null|none)$/i
const denial =
  /\b(?:not|no|never|without|off|disabled|inactive|unavailable|excludes?|excluded|lacks?|deactivated|closed|missing)\b|n['’]t\b/i
const scope =
  /\b(?:only|unless|until|if|once|when|either|neither|should|would|could|can|may|might|than|both|all|or)\b|\?\s*$/i
const verb = /\b(?:is|are|was|were|has|have|includes?|contains?|supports?|uses?|allows?)\b/i
/** Words besides the name of a flag, and of a value that is one of several. */
const [othersMax, valueMax] = [2, 3]
/** Fields of only records up to which a name tells which is meant. */
const fieldsMax = 300

/** A statement, or a part of one, with its words. */
interface Statement {
  text: string
  words: readonly EntryWord[]
}

/** Finds what is said of a setting, or another field of an only record, that has another value. */
function ofOtherValue({ text, words }: Statement, entries: Entries): EntryConflict | null {
  if (entries.fieldCount === 0 || entries.fieldCount > fieldsMax) return null
  if ((entries.fieldsLike(words).length === 0 && !words.some(({ isCode }) => isCode)) || scope.test(text)) return null
  let start = 0
  for (const part of text.split(pause)) {
    const [from, to] = [start, start + part.length]
    const own = words
      .filter((word) => word.start >= from && word.end <= to)
      .map((word) => ({ ...word, start: word.start - from, end: word.end - from }))
    const found = own.length > 0 ? valueOrFlagIn({ text: part, words: own }, entries) : null
    if (found) return { ...found, start: from + found.start, end: from + found.end }
    start = to
  }
  return null
}

/** Between two statements: what is off is told beside what is on. */
const pause = /([,;]\s|\s(?:and|but|while|whereas)\s)/

function valueOrFlagIn(said: Statement, entries: Entries): EntryConflict | null {
  const others = untold(said, entries)
  const named = entries.fieldsLike(others.words).filter((field) => isNamed(field, others))
  const whole = named.filter((field) => isFlagInFull(field, others))
  const [entry, more] = whole.length > 0 ? whole : named
  if (more) return null
  if (!entry?.field) return stateIn(said, entries)
  const { value } = entry.field
  return off.test(value) || on.test(value) ? flagIn(others, entry, off.test(value)) : valueIn(others, entry, entries)
}

/** Whether it is a flag of several words, all of which are in the claim: `update_available`. */
function isFlagInFull({ field }: Entry, { words }: Statement): boolean {
  if (!field || field.name.length < 2 || !(on.test(field.value) || off.test(field.value))) return false
  return field.name.every((key) => words.some((one) => areAkin(one.key, key)))
}

/** The statement without what only tells which record is meant: codes that are values, and the names of fields that have codes. */
function untold({ text, words }: Statement, entries: Entries): Statement {
  const keys = keyed(words)
  const isWhole = ({ field }: Entry) => field !== null && entryWordsIn(field.value).every(({ key }) => keys.has(key))
  const told = new Set<string>()
  for (const { key, isCode } of words)
    for (const { field, slots } of isCode ? entries.with(key).filter(isWhole) : [])
      for (const one of [...slots.keys(), ...(field?.path ?? [])]) told.add(one)
  for (const { field } of entries.fieldsLike(words))
    if (field && numbered.test(field.title) && entryWordsIn(field.value)[0]?.isCode)
      for (const key of field.name) told.add(key)
  return told.size === 0 ? { text, words } : { text, words: words.filter(({ key }) => !told.has(key)) }
}

/** The name of a field by whose value a record is told from others. */
const numbered = /(?:^|[\s_.-])(?:id|number|no|code|ref|key|sku)$|(?:Id|Number|No|Code|Ref|Key)$/

/** A subject and its state, with nothing behind it. */
const stating =
  /^(.{1,80}?)\s(?:is|are|remains?|(?:has|have) been)\s(?:still\s|now\s|already\s|currently\s)?(\p{Ll}[\p{Ll}-]+)[.!]?\s*$/u

/** A subject and a state that it is said not to have. */
const denying =
  /^(.{1,80}?)\s(?:is|are|was|were|has|have)(?:\s+not|n['’]t)(?:\s+yet)?(?:\s+been)?\s+(\p{Ll}[\p{Ll}-]+)(?:\s+yet)?[.!]?\s*$/u

/**
 * Finds a state said of a record of which one field has the opposite, whatever its name: "is paid" for `status: unpaid`. Or one denied
 * that a field has, in the only record of its id: an older one may have had it.
 */
function stateIn({ text, words }: Statement, entries: Entries): EntryConflict | null {
  const denied = denying.exec(text)
  const [, subject = '', name = ''] = denied ?? stating.exec(text) ?? []
  const state = words.findLast(({ start }) => start >= subject.length && text.startsWith(name, start))
  if (subject === '' || !state) return null
  if (!denied && (denial.test(text) || entries.with(state.key).length > 0)) return null
  const named = words.filter(({ end }) => end <= subject.length)
  const id = named.find(({ isCode }) => isCode)
  // "Order W1" where the record has only the id.
  const isKnown = ({ key, end }: EntryWord) =>
    entries.with(key).length > 0 || /^ [#"]?$/.test(text.slice(end, id?.start))
  if (!id || !named.every(isKnown)) return null
  const records = entries.with(id.key).filter(({ field }) => !field)
  if (denied && records.length > 1) return null
  const [entry, more] = entries.all.filter(({ field }) => {
    const [value, another] = field ? entryWordsIn(field.value) : []
    if (!value || another || !records.some(({ slots }) => slots.has(value.key))) return false
    return denied ? value.stem === state.stem : excludes(value.stem, state.stem)
  })
  return entry && !more ? { start: state.start, end: state.end, entry } : null
}

/** States that nothing comes back to. Another may be the result of what the agent did since: "has been cancelled". */
const initial = new Set('pending processing unshipped draft unpaid'.split(' ').map(stemOf))

/** Whether a field that has the first of two words cannot have the other. */
const excludes = (one: string, other: string) =>
  areSiblings(one, other) || areOpposite(one, other) || (initial.has(other) && areOtherStates(one, other))

/** Whether all words of its name are in the claim, and one of what contains it, if it is named by one word. */
function isNamed({ field }: Entry, { words }: Statement): boolean {
  if (!field) return false
  const { named, within } = field
  const has = (key: string) => words.some((one) => areAkin(one.key, key))
  return named.every(has) && (within.length === 0 || named.length > 1 || within.some(has))
}

/** What is said besides the name of a field. */
function othersIn({ words }: Statement, path: readonly string[]) {
  return words.filter(({ key }) => !isState(key) && !path.some((one) => areAkin(one, key)))
}

/** Finds the name of a flag in a plain statement that is affirmative where it is off, or denied where it is on. */
function flagIn(said: Statement, entry: Entry, isOff: boolean): EntryConflict | null {
  const { text, words } = said
  const { path = [], name = [] } = entry.field ?? {}
  if (!verb.test(text) || othersIn(said, path).length > othersMax || denial.test(text) === isOff) return null
  const at = words.find(({ key }) => name.includes(key)) ?? words[0]
  return at ? { start: at.start, end: at.end, entry } : null
}

/** Finds a name, a value of another field, or a word that excludes the field's own, as the predicate. */
function valueIn(said: Statement, entry: Entry, entries: Entries): EntryConflict | null {
  const { text, words } = said
  const { value = '', path = [], title = '' } = entry.field ?? {}
  const values = entryWordsIn(value)
  if (values.length === 0 || values.length > valueMax || !/\p{L}/u.test(value) || value.includes(',')) return null
  const keys = keyed(words)
  if (values.some(({ key }) => keys.has(key)) || denial.test(text)) return null
  const others = othersIn(said, path)
  const [other, more] = others.filter(
    (one) => !others.some((all) => all !== one && all.start <= one.start && all.end > one.end),
  )
  if (!other || !predicative.test(text.slice(0, other.start))) return null
  // "The ticket is about billing" says nothing of its number.
  if (values.every(({ isCode }) => isCode) && !other.isCode) return null
  const places = entries.with(other.key).map((one) => ({ one, slots: one.slots.get(other.key) ?? [] }))
  // Another record has the same field.
  if (places.some(({ slots }) => slots.includes(title.toLowerCase()))) return null
  const isOfOther = places.some(({ one, slots }) => one.field && slots.includes(one.field.title.toLowerCase()))
  const isName = other.isCode || (other.isCapital && other.start > 0)
  const isExcluded = values.some(({ stem }) => excludes(stem, other.stem))
  if (!isOfOther && (more || !(isName || isExcluded))) return null
  return { start: other.start, end: (more ?? other).end, entry }
}
