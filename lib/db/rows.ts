import { Prisma } from './generated/client'

/** Column name to PostgreSQL type, in insertion order. */
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
  const typed = Object.entries(columns)
    .map(([column, type]) => `"${column}" ${type}`)
    .join(', ')
  return Prisma.sql`jsonb_to_recordset(${toStorableJson(rows)}::jsonb) AS x(${Prisma.raw(typed)})`
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
