/** A path into a row; what stands there is one cell. */
export type CsvColumn = { name: string; path: readonly string[] }

// A spreadsheet takes a text that begins so for a formula and runs it.
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

/** The names of the columns as the first line. */
export function csvHead(columns: readonly CsvColumn[]): string {
  return columns.map(({ name }) => quote(name)).join(',')
}

/** A row as a line of CSV (RFC 4180, its end left out). A missing value is empty; a text is never a formula. */
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
