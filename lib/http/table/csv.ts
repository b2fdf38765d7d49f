/** A column: its name and the path of its value in a row. */
export type CsvColumn = { name: string; path: readonly string[] }

// A spreadsheet treats a text that starts like this as a formula and runs it.
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

/** The header line. */
export function csvHead(columns: readonly CsvColumn[]): string {
  return columns.map(({ name }) => quote(name)).join(',')
}

/** A row as one CSV line (RFC 4180, without line ending). Missing values are empty; texts are protected against formula injection. */
export function csvLine(columns: readonly CsvColumn[], row: unknown): string {
  return columns.map(({ path }) => toCell(path.reduce(at, row))).join(',')
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value
    ? (value as Record<string, unknown>)[key]
    : undefined
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quote(guard(value))
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return quote(guard(value.join('; ')))
  return quote(JSON.stringify(value))
}

const guard = (text: string) => (FORMULA.test(text) ? `'${text}` : text)
const quote = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
