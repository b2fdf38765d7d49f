import { Prisma } from './generated/client'

/**
 * Type of a jsonb column in which null is a value of its own: it is kept apart from `undefined`, which is NULL. In a column
 * of type `jsonb` both are NULL.
 */
export const ANY_JSON = 'any json'

/** Column name to PostgreSQL type, or `ANY_JSON`, in insertion order. */
export type Columns = Readonly<Record<string, string>>
export type Row = Readonly<Record<string, unknown>>

// JSON.stringify leaves a lone surrogate or NUL only as an escape; jsonb can hold neither.
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g

/** JSON text that jsonb accepts: NUL and lone surrogates become U+FFFD, nothing else changes. */
export function toStorableJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes('\\u0000') || text.includes('\\ud') ? text.replace(UNSTORABLE, '$1\\ufffd') : text
}

/** `rows` as a set for one statement: a FROM item named `x` with the given typed columns. */
export function recordset(columns: Columns, rows: readonly Row[]): Prisma.Sql {
  const any = Object.keys(columns).filter((column) => columns[column] === ANY_JSON)
  const typed = Object.entries(columns).map(([column, type]) => `"${column}" ${type === ANY_JSON ? 'jsonb' : type}`)
  const set = (sent: readonly Row[], name: string) =>
    Prisma.sql`jsonb_to_recordset(${toStorableJson(sent)}::jsonb) AS ${Prisma.raw(`${name}(${typed.join(', ')})`)}`
  if (any.length === 0) return set(rows, 'x')
  const read = Object.keys(columns).map((column) =>
    any.includes(column) ? `r."${column}" -> 0 AS "${column}"` : `r."${column}"`,
  )
  return Prisma.sql`(SELECT ${Prisma.raw(read.join(', '))} FROM ${set(
    rows.map((row) => wrap(row, any)),
    'r',
  )}) AS x`
}

// jsonb_to_recordset reads a JSON null as NULL; inside an array it stays what it is.
function wrap(row: Row, columns: readonly string[]): Row {
  const sent = columns.filter((column) => row[column] !== undefined)
  return { ...row, ...Object.fromEntries(sent.map((column) => [column, [row[column]]])) }
}

/** The assignments of an UPDATE that takes these columns from a {@link recordset}. */
export function setFrom(columns: Columns): Prisma.Sql {
  return Prisma.raw(
    Object.keys(columns)
      .map((column) => `"${column}" = x."${column}"`)
      .join(', '),
  )
}

/** INSERT ... SELECT of all rows in one statement; `suffix` is an ON CONFLICT or RETURNING clause. */
export function insertRows(table: string, columns: Columns, rows: readonly Row[], suffix = ''): Prisma.Sql {
  const names = Prisma.raw(
    Object.keys(columns)
      .map((column) => `"${column}"`)
      .join(', '),
  )
  return Prisma.sql`INSERT INTO ${Prisma.raw(`"${table}"`)} (${names}) SELECT ${names} FROM ${recordset(columns, rows)} ${Prisma.raw(suffix)}`
}

/** Several data-modifying statements as one, in one round trip. They must not touch each other's tables. */
export function together(statements: readonly Prisma.Sql[]): Prisma.Sql {
  const parts = statements.map((statement, index) => Prisma.sql`${Prisma.raw(`s${index}`)} AS (${statement})`)
  return Prisma.sql`WITH ${Prisma.join(parts)} SELECT 1`
}
