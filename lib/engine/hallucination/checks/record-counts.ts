import { type CheckResult, type HallucinationFinding, quoting, spanOf } from '../finding'
import type { Material } from '../material'
import { countValue } from '../numbers/read-numbers'
import type { Table } from '../tables/tables'
import { stemOf } from '../text/stems'
import { isCountTold } from './list-counts'

const count =
  '(?<count>[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Ee]leven|[Tt]welve|[1-9]\\d?)'
const shapes = [
  // "Two of the five tasks are open", "two tasks are open".
  new RegExp(
    `^\\W*${count} (?:(?:out )?of (?:the |all |these )?(?<all>\\p{L}+|\\d+) )?(?<noun>\\p{Ll}+) (?:is|are|was|were) (?:currently |still |now )?(?<state>\\p{Ll}[\\p{Ll} -]{1,30}?)[.!]?$`,
    'u',
  ),
  // "There are two open tasks".
  new RegExp(
    `^\\W*(?:[Tt]here (?:is|are)|\\p{Lu}?[\\p{Ll} ]{1,40} (?:has|have|contains?|includes?|shows?)) ${count} (?<state>\\p{Ll}[\\p{Ll}-]{1,30}) (?<noun>\\p{Ll}+)[.!]?$`,
    'u',
  ),
] as const
/** "There are five tasks", "I found five tasks". */
const plain = new RegExp(
  `^\\W*(?:[Tt]here are|I(?:['’]ve)? (?:found|see|have found)|(?:[Yy]ou|[Ww]e) have) ${count} (?<noun>\\p{Ll}+)[.!:]?$`,
  'u',
)
/** What tells that the sources do not list them all, and how many there are in all. */
const partial = /\b(?:next|page|more|limit|remaining|truncated|first \d+)\b|\.\.\.|…/i
const inAll = /"?\b(?:total|count)(?:_?\w+)?"?\s*[:=]\s*"?(\d+)\b/gi
const [recordsMax, lengthMax] = [100, 120]

/** Finds a number of records in a state, "two of the tasks are open", that is not that of the only table or list with such states. */
export function findRecordCounts({ output, grounding, isEnglish, sentences, tables }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  if (!isEnglish || grounding === '' || !mayHaveStates(tables().all, grounding)) return result
  for (const { text, start } of sentences()) {
    if (text.length > lengthMax) continue
    const listed = plain.exec(text)?.groups
    if (listed) {
      const { count: written = '', noun = '' } = listed
      const rows = rowsOf(stemOf(noun), tables().all)
      const at = start + text.indexOf(written)
      if (
        rows > 0 &&
        countValue(written) > rows &&
        !isPartial(grounding, rows) &&
        !isCountTold(countValue(written), [noun], grounding)
      )
        result.findings.push(miscounted(spanOf(output, at, at + written.length), `The sources list ${rows} ${noun}.`))
      continue
    }
    const match = shapes[0].exec(text) ?? shapes[1].exec(text)
    if (!match?.groups) continue
    const { count: written = '', all, noun = '', state = '' } = match.groups
    const told = statesOf(stemOf(noun), state, tables().all, grounding)
    if (!told) continue
    const value = countValue(written)
    const counted = told.filter((one) => one === state).length
    if (counted === 0 || (all !== undefined && countValue(all) !== told.length)) continue
    if (counted === value) {
      result.verified++
      continue
    }
    if (isPartial(grounding, told.length) || isCountTold(value, [noun, state], grounding)) continue
    const at = start + text.indexOf(written)
    const evidence = quoting(`${counted} of the ${told.length} that the sources list are`, state)
    const span = spanOf(output, at, at + written.length)
    result.findings.push(miscounted(span, evidence))
  }
  return result
}

/** Whether the sources tell of more records than they list, or may do so and do not say that these are all. */
function isPartial(grounding: string, rows: number): boolean {
  const told = [...grounding.matchAll(inAll)].map(([, number]) => Number(number))
  return told.some((number) => number > rows) || (!told.includes(rows) && partial.test(grounding))
}

/** The number of records of the only table, if they are called so; 0 otherwise. */
function rowsOf(noun: string, tables: readonly Table[]): number {
  const [table, more] = tables.filter(isOfRecords)
  return table && !more && isNamed(noun, table) ? table.records.length : 0
}

/** Whether the sources have a table of several records or, without tables, a list. */
function mayHaveStates(tables: readonly Table[], grounding: string): boolean {
  return tables.length > 0 ? tables.some(isOfRecords) : grounding.split('\n').filter(isEntry).length > 1
}

const isOfRecords = ({ records }: Table) => records.length > 1 && records.length <= recordsMax
const isEntry = (written: string) => /^\s*(?:[-*•]|\d{1,2}[.)])\s/.test(written)

const miscounted = (span: HallucinationFinding['span'], evidence: string): HallucinationFinding => ({
  type: 'source_contradiction',
  verdict: 'contradicted',
  severity: 'likely',
  confidence: 0.8,
  span,
  evidence,
})

/** The states of the records that a noun names, where only one field of one table, or one list, has the state. */
function statesOf(noun: string, state: string, tables: readonly Table[], grounding: string): string[] | null {
  const columns = tables.flatMap((table) =>
    isOfRecords(table)
      ? table.columns.flatMap((column, place) => {
          const values = table.records.map(({ cells }) => cells.get(place)?.text.toLowerCase() ?? '')
          return values.includes(state) ? [{ table, values, isKey: column.isKey }] : []
        })
      : [],
  )
  const [only, more] = columns
  if (more || only?.isKey) return null
  if (only) return isNamed(noun, only.table) ? only.values : null
  return tables.length > 0 ? null : listed(noun, grounding)
}

/** Whether the records are called so, or what tells them apart. */
const isNamed = (noun: string, { names, columns }: Table) =>
  names.has(noun) || columns.some(({ isKey, words }) => isKey && words.has(noun))

const line = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(\p{L}+) \S+(?: is| was|:) ([\p{Ll} -]{2,30}?)[.,;]?$/u

/** The states of the lines of a list, "- Task K100 is open", if all are of the noun. */
function listed(noun: string, grounding: string): string[] | null {
  const lines = grounding.split('\n').filter((one) => one.trim() !== '')
  const found = lines.flatMap((one) => {
    const [, name = '', state = ''] = line.exec(one) ?? []
    return stemOf(name.toLowerCase()) === noun ? state : []
  })
  return found.length > 1 && found.length === lines.filter(isEntry).length ? found : null
}
