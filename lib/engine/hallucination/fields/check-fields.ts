import { type HallucinationFinding, quoting, type Span, spanOf } from '../finding'
import type { SourceReading } from '../sources/source-reading'
import type { GivenTables } from '../tables/given-tables'
import { isComputed, totalsOf } from './computed'
import { countedRecords } from './counted-records'
import { deniedFlag } from './denied-flags'
import type { FieldCheck, FieldConflict } from './field-conflict'
import type { FieldSource } from './field-source'
import { countedOtherwise, labelledOtherwise, ofAnotherParty, opposite, underAnotherLabel } from './labelled-values'
import { alteredCode, otherCurrency, otherName } from './names-and-codes'
import { ofAnotherRecord } from './of-another-record'
import { recordedOtherwise } from './of-records'
import { rankedOtherwise } from './ranked-records'
import { type Field, objectOf, readFields } from './read-fields'
import type { RecordIndex } from './record-index'
import { isDated, supportOf } from './support'

/** Fields of the sources from which on an output is an extract of them, so that they should have the others, too. */
const EXTRACT_MIN = 3
/** Unknown fields of an extract beyond as many as the sources have. */
const UNKNOWN_MAX = 3
/** Warnings at most; an output without most of them is no extract. */
const WARNINGS_MAX = 20

/** What the fields are checked against. */
interface Ground {
  /** What does not change in the course of a run, unlike what tools return. */
  sources: readonly unknown[]
  fieldSource: () => FieldSource
  tables: () => GivenTables
  records: () => RecordIndex
  reading: SourceReading
}

/** What the sources say of the fields of a JSON output. */
export interface FieldsChecked {
  findings: HallucinationFinding[]
  /** Whether a place of the output needs no other check: a key, a value that the sources have, or one that follows from others. */
  isSettled: (span: Pick<Span, 'start' | 'end'>) => boolean
  /** The path of the field at a place. */
  pathAt: (start: number) => string | undefined
}

/**
 * Checks the fields of a JSON output against the sources. A field is contradicted where they have another value under its label or for its
 * record, a code or name that differs from it in one place, another currency, or deny what it affirms; results of tools alone contradict only
 * codes, names and values of other records, as the run may have changed the rest. Of an extract, most fields of which they have, the others are
 * unverifiable. Null for other outputs.
 */
export function checkFields(
  output: string,
  { sources, fieldSource, tables, records, reading }: Ground,
  fields: readonly Field[] = readFields(output),
): FieldsChecked | null {
  if (fields.length === 0) return null
  const source = fieldSource()
  const checked = fields.map((field) => ({ field, support: supportOf(field, { source, reading, tables }) }))
  if (!mayBeExtract(checked)) return null
  const totals = totalsOf(fields)
  const objects = Map.groupBy(fields, ({ path }) => objectOf(path))
  const all = checked.map(({ field, support }) => {
    const isKnown = support === 'exactly' || support === 'otherwise'
    const follows = support !== 'exactly' && isComputed(field, totals)
    const conflict = follows ? null : fieldConflict({ field, support, source, reading, records, objects })
    return { field, support, isKnown, follows, conflict }
  })
  const known = all.filter((one) => isSurelySupported(one) && !one.conflict)
  const unsupported = all.filter(
    ({ field, support, follows, conflict }) => support === 'not' && !follows && !conflict && !isOwn(field),
  )
  const settled = new Set(
    all.flatMap(({ field, support, isKnown, follows, conflict }) =>
      !conflict && (isKnown || follows || (typeof field.value === 'number' && support === null)) ? [field] : [],
    ),
  )
  const isExtract = known.length >= EXTRACT_MIN && known.length > unsupported.length
  const warned = isExtract ? unsupported.slice(0, WARNINGS_MAX) : []
  return {
    findings: [
      ...all.flatMap(({ field, conflict }) =>
        conflict ? [toFinding(spanOf(output, field.start, field.end), conflict, sources.length > 0, reading)] : [],
      ),
      ...warned.map(({ field }) => toWarning(output, field)),
    ],
    isSettled: ({ start, end }) => {
      const own = fields.filter((field) => field.start < end && field.end > start)
      const isInJson = (fields[0]?.start ?? 0) <= end && start <= (fields.at(-1)?.end ?? 0)
      return own.length === 0 ? isInJson : own.every((field) => settled.has(field))
    },
    pathAt: (start) => fields.find((field) => field.start <= start && start <= field.end)?.path,
  }
}

/** Whether the sources have a value that they would hardly have by chance, as a small number or words that are common. */
const isSurelySupported = ({ field, support }: Pick<FieldCheck, 'field' | 'support'>) =>
  support === 'exactly' &&
  !(typeof field.value === 'number' && Number.isInteger(field.value) && Math.abs(field.value) < 20)

/** Whether so few fields are unknown to the sources, beside those they have, that the output may be an extract of them with mistakes. */
function mayBeExtract(checked: readonly Pick<FieldCheck, 'field' | 'support'>[]): boolean {
  const unsupported = checked.filter(({ support }) => support === 'not').length
  return unsupported <= UNKNOWN_MAX + checked.filter(isSurelySupported).length
}

function toFinding(
  span: Span,
  { type, says, quoted, isOfAnother, isWeak }: FieldConflict,
  isOfSources: boolean,
  reading: SourceReading,
): HallucinationFinding {
  const evidence = quoting(says, reading.asWritten(quoted))
  return !isWeak && (isOfSources || isOfAnother || type === 'nonexistent_entity')
    ? { type, verdict: 'contradicted', severity: 'likely', confidence: 0.8, span, evidence }
    : { type, verdict: 'unverifiable', severity: 'warning', confidence: 0.5, span, evidence }
}

/** What may contradict a number or date, and a text; the surest first. */
const [ofValues, ofTexts] = [
  [
    recordedOtherwise,
    countedRecords,
    alteredCode,
    ofAnotherRecord,
    labelledOtherwise,
    countedOtherwise,
    rankedOtherwise,
  ],
  [
    otherCurrency,
    recordedOtherwise,
    alteredCode,
    otherName,
    ofAnotherRecord,
    ofAnotherParty,
    underAnotherLabel,
    opposite,
    rankedOtherwise,
  ],
]

function fieldConflict(check: FieldCheck): FieldConflict | null {
  const { value } = check.field
  if (typeof value === 'boolean') return recordedOtherwise(check) ?? deniedFlag(check)
  for (const find of typeof value === 'number' || isDated(value) ? ofValues : ofTexts) {
    const found = find(check)
    if (found) return found
  }
  return null
}

/** Whether a field names its record within the output. */
const isOwn = ({ label }: Field) => label.size <= 1 && /^(?:id|uuid|hash|key|ref)$/.test([...label].join(' '))

function toWarning(output: string, { value, start, end }: Field): HallucinationFinding {
  const [type, what] =
    typeof value === 'number'
      ? (['unsupported_number', 'number'] as const)
      : isDated(value)
        ? (['temporal_error', 'date'] as const)
        : (['nonexistent_entity', 'value'] as const)
  return {
    type,
    verdict: 'unverifiable',
    severity: 'warning',
    confidence: 0.4,
    span: spanOf(output, start, end),
    evidence: `No source or tool result has this ${what}.`,
  }
}
