import { against, groupOf, mayRank, type Ranking, rankingOf } from '../fields/ranked-records'
import type { RecordIndex } from '../fields/record-index'
import { type CheckResult, claimSpan, type HallucinationFinding, quoting } from '../finding'
import type { Material } from '../material'
import type { ReadSentence } from '../sources/read-prose'
import { fieldWords } from '../tables/field-names'
import { identifyingColumns, type Table, type TableRecord } from '../tables/tables'

/** A record that a sentence names. */
interface Named {
  record: TableRecord
  start: number
  end: number
}

/** Records and sentences that are read at most. */
const [recordsMax, sentencesMax] = [200, 50]
const counts = 'two three four five six seven eight nine ten'.split(' ')
const count = `(?:${counts.join('|')}|\\d+)`
const all = `(?:them|(?:all|both|(?:the|these|those|your|his|her|their)(?: ${count})?)(?: \\p{L}+)?)`
const counted = new RegExp(`\\bof (?:\\p{L}+ )?(${count}|both)\\b`, 'iu')
/** What may stand before and behind it where it is meant of all records, not of those for whom, with which or among which. */
const before = new RegExp(`^(?:of ${all}, )?$`, 'iu')
const behind = new RegExp(`^(?: one)?(?: of ${all})?(?:[,;.]|$)`, 'iu')
const behindName = /^(?:[,;.]|$| (?:at|from)\b)/
const rank = /^((?:most |least )?\p{L}+)((?: (?!of\b|one\b)\p{L}+){0,2})/u
const named = /^(.*?)\bthe ((?:most |least )?\p{L}+(?: \p{L}+){0,2}) (?:is|was) $/iu

/**
 * Finds a record of the sources that a sentence tells to be the oldest or cheapest, and that is the very last by that, or that comes before
 * another by it and does not. What a sentence says of a part of the records, or under a condition, is left alone.
 */
export function findRankedMentions({ output, isEnglish, readings, records }: Material): CheckResult {
  if (!isEnglish || !mayRank.test(output)) return { findings: [], verified: 0 }
  const index = records()
  if (index.isMany || index.tables.length === 0) return { findings: [], verified: 0 }
  const ranking = readings().filter(({ text }) => mayRank.test(text))
  const findings = ranking.slice(0, sentencesMax).flatMap((sentence) => inSentence(output, sentence, index) ?? [])
  return { findings, verified: 0 }
}

interface Told {
  one: Named
  ranking: Ranking
  /** What it is compared with; none where it is all others. */
  other?: Named
}

function inSentence(output: string, { text, start }: ReadSentence, index: RecordIndex): HallucinationFinding | null {
  for (const table of index.tables) {
    if (table.records.length < 2 || table.records.length > recordsMax) continue
    const mentions = namedIn(text, table)
    const found = toldFirst(text, mentions) ?? toldBefore(text, mentions)
    const group = found && groupOf(found.ranking, found.one.record, null)
    if (!found || !group) continue
    const among = found.other ? [found.one.record, found.other.record] : group.records
    if (!found.other && !isCountOf(text, among.length)) continue
    if (among.length < 2 || (!found.other && found.ranking.isOfTwo && among.length > 2)) continue
    const conflict = against(found.ranking, found.one.record, among, group)
    if (!conflict || conflict.isWeak) continue
    return {
      type: 'source_contradiction',
      verdict: 'contradicted',
      severity: 'likely',
      confidence: 0.8,
      span: claimSpan(output, start + found.one.start, start + found.one.end),
      evidence: quoting(conflict.says, conflict.quoted),
    }
  }
  return null
}

/** Whether a text that counts the records, "of the three", counts as many. */
function isCountOf(text: string, size: number): boolean {
  const told = counted.exec(text)?.[1]?.toLowerCase()
  if (told === undefined) return true
  return told === 'both' ? size === 2 : (counts.includes(told) ? counts.indexOf(told) + 2 : Number(told)) === size
}

/** The records of a table that a text names, each once. */
function namedIn(text: string, table: Table): Named[] {
  const columns = [...table.columns.keys()].filter(
    (at) => identifyingColumns(table).has(at) || table.columns[at]?.isKey === true,
  )
  return table.records.flatMap((record) => {
    const cells = [...record.cells.values()]
    const texts = [
      ...cells.flatMap((cell, at) => {
        const next = cells[at + 1]
        return next ? [`${cell.text} ${next.text}`] : []
      }),
      ...columns.flatMap((at) => record.cells.get(at)?.text ?? []),
    ].filter((one) => one.length > 2 && /^\p{Lu}/u.test(one))
    for (const one of texts) {
      const start = text.indexOf(one)
      const end = start + one.length
      if (start >= 0 && !isLetter(text, start - 1) && !isLetter(text, end)) return [{ record, start, end }]
    }
    return []
  })
}

const isLetter = (text: string, at: number) => /[\p{L}\d]/u.test(text.charAt(at))

/** "Ada Brandt is the oldest of the three", "The cheapest leg is NL214". */
function toldFirst(text: string, mentions: readonly Named[]): Told | null {
  const [one, more] = mentions
  if (!one || more) return null
  const [lead, rest] = [text.slice(0, one.start), text.slice(one.end)]
  const verb = /^ (?:is|was) (?:by far )?the /.exec(rest)
  const phrase = verb && before.test(lead) ? rank.exec(rest.slice(verb[0].length)) : null
  if (verb && phrase) {
    const ranking = rankingOf(fieldWords(phrase[0]))
    return ranking && behind.test(rest.slice(verb[0].length + phrase[0].length)) ? { one, ranking } : null
  }
  const [, ahead, words] = named.exec(lead) ?? []
  if (words === undefined || !before.test(ahead ?? '') || !behindName.test(rest)) return null
  const ranking = rankingOf(fieldWords(words))
  return ranking && { one, ranking }
}

/** "Ada Brandt is older than Tom Reuter", "NL214 is more expensive than NL045". */
function toldBefore(text: string, mentions: readonly Named[]): Told | null {
  const [one, other, more] = mentions.toSorted((a, b) => a.start - b.start)
  if (!one || !other || more || !before.test(text.slice(0, one.start))) return null
  const said = /^ (?:is|was)((?: more| less)? \p{L}+) than (?:the )?$/u.exec(text.slice(one.end, other.start))
  const ranking = said?.[1] === undefined ? null : rankingOf(fieldWords(said[1]))
  return ranking && behindName.test(text.slice(other.end)) ? { one, ranking, other } : null
}
