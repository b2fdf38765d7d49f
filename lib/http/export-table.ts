import { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import { invalidInput } from '@/lib/operations/errors'

const formats = ['json', 'csv', 'excel', 'jsonl'] as const
type Format = (typeof formats)[number]

/** Reads the requested format of a table; `json` is the normal response. @throws invalid_input naming `format` */
export function readFormat(value: unknown): Format {
  const format = formats.find((one) => one === value)
  if (format === undefined) throw invalidInput([{ path: 'format', message: `must be one of ${formats.join(', ')}` }])
  return format
}

type Table = NonNullable<Contract['table']>
type Call = (input: Record<string, unknown>) => Promise<unknown>

/** Iterates over the rows of a table line by line, fetching page after page. Resolves when the first page is available. */
export async function openTable(
  contract: Contract & { table: Table },
  format: Exclude<Format, 'json'>,
  call: Call,
  input: Record<string, unknown>,
): Promise<AsyncIterableIterator<string>> {
  const { table } = contract
  const page = (more: object) => call({ ...input, ...(table.limit !== undefined && { limit: table.limit }), ...more })
  const first = await page({})
  return linesOf(contract, format, first, fieldOf(contract, 'cursor') ? (cursor) => page({ cursor }) : null)
}

function fieldOf({ input }: Contract, name: string): boolean {
  return input instanceof z.ZodObject && name in input.shape
}

/** Without it, Excel reads CSV in the code page of its machine; scripts would take it for a part of the first column's name. */
const BYTE_ORDER_MARK = '\ufeff'

async function* linesOf(
  contract: Contract & { table: Table },
  format: Exclude<Format, 'json'>,
  first: unknown,
  pageAfter: ((cursor: unknown) => Promise<unknown>) | null,
): AsyncGenerator<string, void, undefined> {
  const columns = columnsOf(rowShape(contract))
  // CSV lines end with CR LF; the sender adds the LF.
  if (format !== 'jsonl') yield `${format === 'excel' ? BYTE_ORDER_MARK : ''}${csvHead(columns)}\r`
  for (let answer = first; ; ) {
    const rows = rowsPath(contract.table).reduce<unknown>((value, key) => Object(value)[key], answer)
    for (const row of Array.isArray(rows) ? rows : [])
      yield format === 'jsonl' ? JSON.stringify(row) : `${csvLine(columns, row)}\r`
    const next: unknown = Object(answer).next
    if (!pageAfter || next === null || next === undefined) return
    answer = await pageAfter(next)
  }
}

/** Headers of a table response: content type and file name. */
export function tableHeaders({ name }: Table, format: Exclude<Format, 'json'>, now: Date): Record<string, string> {
  const [type, ending] =
    format === 'jsonl'
      ? ['application/x-ndjson; charset=utf-8', 'jsonl']
      : ['text/csv; charset=utf-8; header=present', 'csv']
  const file = `${name}-${now.toISOString().slice(0, 10)}.${ending}`
  return { 'content-type': type, 'content-disposition': `attachment; filename="${file}"` }
}

/** A column: its name and the path of its value in a row. */
type CsvColumn = { name: string; path: readonly string[] }

/** Path of the rows in an answer. */
const rowsPath = (table: NonNullable<Contract['table']>) => table.rows.split('.')

/** The schema of one row of a contract's table. */
function rowShape({ name, output, table }: Contract): z.ZodType {
  let shape: z.ZodType = output
  for (const key of table ? rowsPath(table) : []) {
    const inner = unwrap(shape)
    const next = inner instanceof z.ZodObject ? inner.shape[key] : undefined
    if (!next) throw new TypeError(`${name}: its answer has no ${table?.rows}`)
    shape = next as z.ZodType
  }
  const list = unwrap(shape)
  if (!(list instanceof z.ZodArray)) throw new TypeError(`${name}: ${table?.rows} is not a list`)
  return list.element as z.ZodType
}

/** One column per field of a row; fields of nested objects are named `object.field`. */
export function columnsOf(row: z.ZodType, before: readonly string[] = []): CsvColumn[] {
  const shape = unwrap(row)
  if (!(shape instanceof z.ZodObject)) return [{ name: before.join('.'), path: before }]
  return Object.entries(shape.shape).flatMap(([key, field]) => columnsOf(field as z.ZodType, [...before, key]))
}

function unwrap(shape: z.ZodType): z.ZodType {
  let inner = shape
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap() as z.ZodType
  return inner
}

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
  if (typeof value === 'number' || typeof value === 'boolean') return toText(value)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null))
    return quote(guard(value.map(toText).join('; ')))
  return quote(typeof value === 'object' && value !== null ? JSON.stringify(value) : guard(toText(value)))
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  // As the screen shows it exactly: further digits are noise of its arithmetic. Of a whole number all count.
  const isExact = typeof value !== 'number' || Number.isInteger(value)
  return String(isExact ? value : Number(value.toPrecision(12)))
}

const guard = (text: string) => (FORMULA.test(text) ? `'${text}` : text)
const quote = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
